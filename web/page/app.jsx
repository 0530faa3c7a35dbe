import { sections } from "./sections/index.js";
import { LiveRegion } from "./view/live-region.jsx";
import { Notices } from "./view/notices.jsx";
import { PageHeader } from "./view/page-header.jsx";

/**
 * The page around its sections. Each section is hydrated by itself: here it is an element whose HTML is left
 * alone.
 * @param {{ contents?: Record<string, string> }} props of each section, when the page is prerendered
 */
export function App({ contents = {} }) {
  return (
    <>
      <a class="skip-link" href={`#${sections[0].id}`}>
        Skip to the course
      </a>
      <PageHeader />
      <Notices />
      <main>
        {sections.map(({ id }) => (
          <section
            class="course-section"
            key={id}
            id={id}
            aria-labelledby={`${id}-lesson`}
            dangerouslySetInnerHTML={{ __html: contents[id] ?? "" }}
          />
        ))}
      </main>
      <footer class="page-footer">
        <p>
          Every number on this page is computed in it, every statistic and every layer by the kernels of the
          package <code>layernorm</code> (<code>npm install layernorm</code>). The{" "}
          <a href="./reference/">API reference</a> documents them.
        </p>
      </footer>
      <LiveRegion />
    </>
  );
}
