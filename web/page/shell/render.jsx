import { renderToString } from "preact-render-to-string";
import { App, FOOTER } from "./app.jsx";
import { PageFooter } from "./page-footer.jsx";
import { sections } from "../sections/load.js";
import { asPrerendered } from "../store/prerendered.js";

/**
 * The page in its first state, as HTML: the first section whole, and of each other one the opening, which says what
 * the section teaches.
 */
export async function renderPage() {
  /** @type {Record<string, string>} */
  const contents = { [FOOTER]: renderToString(<PageFooter />) };
  for (const { load, ...section } of sections) {
    const Contents = await load();
    const html = asPrerendered(() => renderToString(<Contents {...section} />));
    contents[section.id] = section.id === sections[0].id ? html : openingOf(html);
  }
  return asPrerendered(() => renderToString(<App contents={contents} />));
}

const OPENING_END = "</header>";

/** The meaning of a term comes with its section: all meanings would be an eighth of the page's HTML. */
const MEANING = /(<span popover=[^>]*>).*?(?=<\/span>)/g;

/** @param {string} html of a section */
const openingOf = (html) => html.slice(0, html.indexOf(OPENING_END) + OPENING_END.length).replace(MEANING, "$1");
