import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { say } from "../model/announce.js";
import { setTheme, state, theme } from "../model/state.js";
import { writeQuery } from "../model/write-query.js";
import { sections } from "../sections/index.js";
import { IconButton } from "./controls.jsx";

/** The section being read. */
const reading = signal(sections[0].id);
/** What came of sharing, for a moment. */
const shared = signal("");
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
      <nav
        aria-label="Sections"
        class="progress"
        data-listed={listed.value ? "" : undefined}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest("a")) listed.value = false;
        }}
      >
        {sections.map(({ number, id, title }) => (
          <a
            key={id}
            href={`#${id}`}
            aria-current={reading.value === id ? "true" : undefined}
            title={`${number} · ${title}`}
          >
            <span class="section-name">
              {number} · {title}
            </span>
          </a>
        ))}
      </nav>
      <button type="button" class="pill" onClick={share}>
        {shared.value || "Share"}
      </button>
      <ThemeButton />
    </header>
  );
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

/** A link to the page as it is now, to the clipboard. */
async function share() {
  const query = writeQuery(state.value);
  const address = new URL(
    `${query === "" ? "" : `?${query}`}#${reading.value}`,
    location.href.replace(/[?#].*/, ""),
  );
  try {
    await navigator.clipboard.writeText(address.href);
    shared.value = "Copied";
    setTimeout(() => {
      shared.value = "";
    }, 2000);
    say("Link copied: it holds the page as it is now.");
  } catch {
    say("The browser does not let this page copy: the address bar holds the link.");
  }
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
