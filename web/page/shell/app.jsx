import { signal } from "@preact/signals";
import { withHtml } from "../kit/trusted.js";
import { isShown, lesson } from "../store/lesson.js";
import { sections } from "../course/sections.js";
import { LiveRegion } from "./live-region.jsx";
import { PageHeader } from "./page-header.jsx";

/** The view that tells about the link that was followed, if there was one. */
export const fromLink = signal(/** @type {import("preact").FunctionComponent | null} */ (null));

/** Of a section in the browser, where its HTML is there already. */
const LEFT_ALONE = withHtml("");

export const FOOTER = "page-footer";

/**
 * The page around its sections. Each section is hydrated by itself, and so is the footer: here it is an element whose
 * HTML is left alone.
 * @param {{ contents?: Record<string, string> }} props of each section and of the footer, when the page is prerendered
 */
export function App({ contents = {} }) {
  const inside = (/** @type {string} */ id) => (id in contents ? withHtml(contents[id]) : LEFT_ALONE);
  return (
    <>
      <a class="skip-link" href={`#${sections.find(({ id }) => isShown(id))?.id}`}>
        Skip to the course
      </a>
      <PageHeader />
      {fromLink.value && <fromLink.value />}
      <main tabIndex={-1} data-only={lesson.value.only ?? undefined}>
        {sections.map(({ id, kind }) => (
          <section
            class="course-section"
            data-kind={kind}
            key={id}
            id={id}
            aria-labelledby={`${id}-lesson`}
            hidden={!isShown(id)}
            {...inside(id)}
          />
        ))}
      </main>
      <footer class="page-footer" id={FOOTER} {...inside(FOOTER)} />
      <LiveRegion />
    </>
  );
}
