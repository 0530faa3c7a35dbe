/**
 * Bundles that fetch or import the module need no text of it: what stands there in place of the two files that have it,
 * and what such a bundle needs of the module.
 */
import * as text from "./api/kernel-text.js";
import { bytesOf, include, inlined } from "./api/memory/inlined.js";

const kernels = Object.keys(text).filter((name) => name.startsWith("ln_"));

/**
 * @param {string} source of a function `ownModule` that gives the module, and of the imports that it needs
 * @returns {(id: string) => string | null} the source of a file of web/api, if it has another here
 */
export const withoutText = (source) => (id) => {
  const path = id.replaceAll("\\", "/");
  if (path.endsWith("/web/api/memory/inlined.js")) return `${source}\nexport const include = () => {};\n`;
  if (isText(path)) return [...kernels, "every"].map((name) => `export const ${name} = [];\n`).join("");
  return null;
};

/** Whether this is the file whose exports are the kernels that a bundle calls. @param {string} id */
export const isText = (id) => id.replaceAll("\\", "/").endsWith("/web/api/kernel-text.js");

/** The texts of some kernels. @param {readonly string[]} names */
function textsOf(names) {
  /** @type {Set<string>} */
  const texts = new Set();
  for (const name of names) include(/** @type {Record<string, any>} */ (text)[name], texts);
  return texts;
}

/** The texts of all exports, whose indices are behind those of the functions. */
const exported = Array.from(textsOf(kernels), (each) => each.split(text.gap))
  .flat()
  .filter((each) => bytesOf(each)[0] >= text.count);

/**
 * @param {readonly string[]} called what a bundle imports of kernel-text.js
 * @returns {Uint8Array<ArrayBuffer>} the module that it needs, which exports all: init() asks for that. Traps stand for
 *   the functions that none of them reaches
 */
export function moduleFor(called) {
  return inlined(new Set([...textsOf(called), ...exported]));
}
