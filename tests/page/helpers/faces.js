/**
 * The faces that the page is read in: its own, or where that does not come in time, one that stands in for it (see
 * web/page/kit/font/inter.css). Arimo stands for Arial here, whose widths it has: so no test depends on the fonts that
 * a machine has.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** @import { Page } from "playwright" */

/** @typedef {"Inter" | "Arial" | "DejaVu Sans"} Face */

/** @type {readonly Face[]} */
export const FACES = ["Inter", "Arial", "DejaVu Sans"];

const { resolve } = createRequire(import.meta.url);

/** @param {number} weight */
const arimo = (weight) =>
  readFileSync(resolve(`@fontsource/arimo/files/arimo-latin-${weight}-normal.woff2`)).toString("base64");

/**
 * In a style sheet, what the page looks for under Arial's name and the like.
 * @param {number} weight
 * @returns {RegExp}
 */
const localArial = (weight) => (weight === 400 ? /local\("?Arial"?\)[^;}]*/ : /local\("?Arial Bold"?\)[^;}]*/);

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
    for (const weight of [400, 700]) {
      const data = `url(data:font/woff2;base64,${arimo(weight)}) format("woff2")`;
      body = body.replace(localArial(weight), face === "Arial" ? data : 'local("no such face")');
    }
    await route.fulfill({ response, body });
  });
}
