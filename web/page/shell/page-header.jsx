import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isShown } from "../store/lesson.js";
import { isDone } from "../question/progress.js";
import { setTheme, theme } from "../kit/theme.js";
import { sections } from "../course/sections.js";
import { IconButton } from "../parts/controls.jsx";
import { fetchStyles } from "./fetch-styles.js";

/** The section being read. */
const reading = signal(/** @type {string} */ (sections[0].id));
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
      <nav aria-label="Sections" class="progress">
        {sections
          .filter(({ id }) => isShown(id))
          .map((section) => (
            <SectionLink key={section.id} {...section} />
          ))}
      </nav>
      <IconButton icon="contents" label="Contents and search" popup="dialog" onClick={openContents} />
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

/** @param {import("../course/sections.js").SectionProps} props */
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

/** A dialog is shown once its styles are there, too. @param {Promise<Dialog>} file */
async function show(file) {
  [dialog.value] = await Promise.all([file, fetchStyles()]);
}

/** Sections, words, and a search for both. */
export const openContents = () => show(import("./contents-dialog.jsx").then(({ ContentsDialog }) => ContentsDialog));

const share = () => show(import("./share-dialog.jsx").then(({ ShareDialog }) => ShareDialog));

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
