/** The page's style sheets. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup.mjs";

export const PAGE = join(root, "web/page");

/** @returns {{ path: string, css: string }[]} */
export const sheets = () =>
  readdirSync(PAGE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".css") && !/^(dist|build|node_modules)\//.test(path))
    .map((path) => ({ path, css: readFileSync(join(PAGE, path), "utf8") }));

/**
 * What :has() asks of neighbours that have no class: with `:has(tr + tr)` in one sheet, Chromium 156 took 11 ms more
 * over the styles of each press that inserts elements, wherever it inserts them.
 * @param {string} css
 */
export const namelessNeighbours = (css) =>
  Array.from(css.matchAll(/:has\(([^()]|\([^()]*\))*\)/g), ([found]) => found).filter((found) =>
    /[(\s>+~][a-z]\w*\s*[+~]/.test(found),
  );
