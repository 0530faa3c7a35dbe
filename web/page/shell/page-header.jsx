import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isDone } from "../question/progress.js";
import { setTheme, theme } from "../kit/theme.js";
import { sections } from "../course/sections.js";
import { IconButton } from "../parts/controls.jsx";
import { fetchStyles } from "./fetch-styles.js";
import { mainOf, stretches } from "./stretches.js";

/** The section being read. */
const reading = signal(/** @type {string} */ (sections[0].id));
/** The section whose stretch of the progress bar is pointed at. */
const pointed = signal(/** @type {string | null} */ (null));
/** The dialog, once its file is there, while it is open. */
const dialog = signal(/** @type {Dialog | null} */ (null));
const prefersDark = signal(false);

/**
 * @typedef {import("preact").FunctionComponent<{ section: string, onClose: () => void }>} Dialog section: the one being
 *   read
 */

export function PageHeader() {
  useEffect(watchReading, []);
  return (
    <header class="page-header">
      <h1 class="brand">
        <strong>layernorm</strong> <span>how normalization works, by hand</span>
      </h1>
      <SectionName />
      <IconButton icon="contents" label="Contents and search" popup="dialog" onClick={openContents} />
      <button type="button" class="pill" aria-haspopup="dialog" onClick={share}>
        Share
      </button>
      <ThemeButton />
      <nav aria-label="Sections" class="progress">
        <i class="how-far" />
        {stretches().map((section) => (
          <SectionLink key={section.id} {...section} />
        ))}
      </nav>
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

/**
 * The section being read, or the one whose stretch of the progress bar is pointed at or has the focus. A new element
 * for each: at the right edge of its room, an element with another text would count as a layout shift.
 */
function SectionName() {
  const named = sections.find(({ id }) => id === (pointed.value ?? reading.value));
  return (
    <span key={named?.id} class="section-name">
      {named?.kind === "deeper" ? named.title : named?.label}
    </span>
  );
}

/**
 * A stretch of the progress bar, with a notch at its beginning.
 * @param {import("../course/sections.js").SectionProps} props
 */
function SectionLink({ id, label }) {
  const done = isDone(id);
  const [point, leave] = [id, null].map((now) => () => {
    pointed.value = now;
  });
  return (
    <a
      href={`#${id}`}
      aria-current={mainOf(reading.value) === id ? "true" : undefined}
      data-done={done ? "" : undefined}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && point()}
      onBlur={leave}
    >
      <span class="visually-hidden">
        {label}
        {done && <span class="done">, done</span>}
      </span>
    </a>
  );
}

/** A dialog is shown once its styles are there, too. @param {Promise<Dialog>} file */
async function show(file) {
  [dialog.value] = await Promise.all([file, fetchStyles()]);
}

/** Sections, words, and a search for both. */
export const openContents = () => show(import("./contents-dialog.jsx").then(({ ContentsDialog }) => ContentsDialog));

const share = () => show(import("./share-dialog.jsx").then(({ ShareDialog }) => ShareDialog));

/** A section is being read when it crosses the middle of the window; of two that do, the later one. */
function watchReading() {
  /** @type {Set<string>} */
  const crossing = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) crossing.add(target.id);
        else crossing.delete(target.id);
      }
      const last = sections.findLast(({ id }) => crossing.has(id));
      if (last) reading.value = last.id;
    },
    { rootMargin: "-45% 0px -50% 0px" },
  );
  for (const { id } of sections) {
    const element = document.getElementById(id);
    if (element) observer.observe(element);
  }
  return () => observer.disconnect();
}

/** The button is named by the theme that a press brings. */
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
