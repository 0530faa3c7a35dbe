import { renderToString } from "preact-render-to-string";
import { App } from "./app.jsx";
import { sections } from "./sections/index.js";
import { asPrerendered } from "./view/fresh.js";

/** The page in its first state, as HTML. */
export async function renderPage() {
  /** @type {Record<string, string>} */
  const contents = {};
  for (const { load, ...section } of sections) {
    const Contents = await load();
    contents[section.id] = asPrerendered(() => renderToString(<Contents {...section} />));
  }
  return asPrerendered(() => renderToString(<App contents={contents} />));
}
