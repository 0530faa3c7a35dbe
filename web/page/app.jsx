import { sections } from "./sections/index.js";
import { LiveRegion } from "./view/live-region.jsx";
import { Notices } from "./view/notices.jsx";
import { PageHeader } from "./view/page-header.jsx";

/** The whole page. */
export function App() {
  return (
    <>
      <a class="skip-link" href={`#${sections[0].id}`}>
        Skip to the course
      </a>
      <PageHeader />
      <Notices />
      <main>
        {sections.map(({ component: Component, ...section }) => (
          <Component key={section.id} {...section} />
        ))}
      </main>
      <footer class="page-footer">
        <p>
          Every number on this page is computed in it, every statistic and every layer by the kernels of{" "}
          <code>npm install layernorm</code>.
        </p>
      </footer>
      <LiveRegion />
    </>
  );
}
