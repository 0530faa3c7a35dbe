import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { lesson } from "../model/lesson.js";
import { isDone } from "../model/progress.js";
import { setTheme, theme } from "../model/state.js";
import { sections } from "../course.js";
import { IconButton } from "../parts/controls.jsx";

/** The section being read. */
const reading = signal(/** @type {string} */ (sections[0].id));
/** The dialog, once its file is there, while it is open. */
const dialog = signal(/** @type {typeof import("./share-dialog.jsx").ShareDialog | null} */ (null));
const prefersDark = signal(false);
/** Where there is no room for the sections, a button lists them. */
const listed = signal(false);

export function PageHeader() {
  useEffect(watchReading, []);
  return (
    <header
      class="page-header"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !listed.value) return;
        listed.value = false;
        /** @type {HTMLElement | null} */ (event.currentTarget.querySelector(".sections-button"))?.focus();
      }}
    >
      <h1 class="brand">
        <strong>layernorm</strong> <span>how normalization works, by hand</span>
      </h1>
      <IconButton
        icon="sections"
        label="Sections"
        class="sections-button"
        expanded={listed.value}
        onClick={() => {
          listed.value = !listed.value;
        }}
      />
      <SectionList />
      <button type="button" class="pill" aria-haspopup="dialog" onClick={share}>
        Share
      </button>
      <ThemeButton />
      {dialog.value && (
        <dialog.value
          section={reading.value}
          onClose={() => {
            dialog.value = null;
          }}
        />
      )}
    </header>
  );
}

/** A link that is followed closes the list. */
const SectionList = () => (
  <nav
    aria-label="Sections"
    class="progress"
    data-listed={listed.value ? "" : undefined}
    onClick={(event) => {
      if (event.target instanceof Element && event.target.closest("a")) listed.value = false;
    }}
  >
    {sections
      .filter(({ id }) => isShown(id))
      .map((section) => (
        <SectionLink key={section.id} {...section} />
      ))}
  </nav>
);

/** @param {import("../course.js").SectionProps} props */
function SectionLink({ number, id, title }) {
  const done = isDone(id);
  return (
    <a href={`#${id}`} aria-current={reading.value === id ? "true" : undefined} data-done={done ? "" : undefined}>
      <span class="section-name">
        {number} · {title}
        {done && <span class="done">, done</span>}
      </span>
    </a>
  );
}

/** A lesson may be about one section alone. @param {string} id */
export const isShown = (id) => (lesson.value.only ?? id) === id;

async function share() {
  dialog.value = (await import("./share-dialog.jsx")).ShareDialog;
}

/** A section is being read when it crosses the middle of the window. */
function watchReading() {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) reading.value = target.id;
    },
    { rootMargin: "-45% 0px -50% 0px" },
  );
  for (const { id } of sections) {
    const element = document.getElementById(id);
    if (element) observer.observe(element);
  }
  return () => observer.disconnect();
}

/** Named by what pressing it brings. */
function ThemeButton() {
  const isDark = theme.value === "dark" || (theme.value === "auto" && prefersDark.value);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => {
      prefersDark.value = query.matches;
    };
    follow();
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return (
    <button type="button" class="pill" onClick={() => setTheme(isDark ? "light" : "dark")}>
      {isDark ? "Light" : "Dark"}
      <span class="visually-hidden"> theme</span>
    </button>
  );
}
