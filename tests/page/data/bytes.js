/** Files as a reader may drop them, for the tests of what is read from them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../setup.mjs";

/** @param {string} base64 */
export const fromBase64 = (base64) => new Uint8Array(Buffer.from(base64, "base64"));

/** @param {string} name @param {string | Uint8Array} content */
export const fileOf = (name, content) => new File([/** @type {BlobPart} */ (content)], name);

/** @param {string} path from the root of the repository */
export const fileAt = (path) => fileOf(path.split("/").at(-1) ?? "", new Uint8Array(readFileSync(join(root, path))));

/** An array as numpy.save writes it, with any header. @param {string} header @param {Uint8Array} numbers */
export function npyOf(header, numbers, major = 1) {
  const text = new TextEncoder().encode(header);
  const lengths = major === 1 ? [text.length & 255, text.length >> 8] : [text.length & 255, text.length >> 8, 0, 0];
  const start = [0x93, ...new TextEncoder().encode("NUMPY"), major, 0, ...lengths, ...text];
  return new Uint8Array(Buffer.concat([Uint8Array.from(start), numbers]));
}
