/**
 * The faces that the page is read in: its own, or where that does not come in time, one that stands in for it (see
 * web/page/kit/font/inter.css). Arimo stands for Arial here, whose widths it has: so no test depends on the fonts that
 * a machine has.
 */
import { createRequire } from "node:module";
import { basename } from "node:path";

/** @import { Page } from "playwright" */

/** @typedef {"Inter" | "Arial" | "DejaVu Sans"} Face */

/** @type {readonly Face[]} */
export const FACES = ["Inter", "Arial", "DejaVu Sans"];

const { resolve } = createRequire(import.meta.url);

/** In a style sheet of the page, what is looked for as Arial, and the file of Arimo that is given for it. */
const ARIALS = [
  { local: /local\("?Arial"?\)[^;}]*/, file: "arimo-latin-400-normal.woff2" },
  { local: /local\("?Arial Bold"?\)[^;}]*/, file: "arimo-latin-700-normal.woff2" },
];

/**
 * Has the page read in a face. To be called before it is opened.
 * @param {Page} page
 * @param {Face} face
 */
export async function readIn(page, face) {
  if (face === "Inter") return;
  await page.route(/\.woff2$/, (route) => route.abort());
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    let body = await response.text();
    for (const { local, file } of body.includes("local(") ? ARIALS : []) {
      if (!local.test(body)) throw new Error(`the style sheet of faces has no ${local}`);
      // An address of the page's own: its policy allows no other.
      body = body.replace(local, face === "Arial" ? `url(${file}) format("woff2")` : 'local("no such face")');
    }
    await route.fulfill({ response, body });
  });
  await page.route(/\/arimo-[^/]*\.woff2$/, (route) =>
    route.fulfill({ path: resolve(`@fontsource/arimo/files/${basename(route.request().url())}`) }),
  );
}
