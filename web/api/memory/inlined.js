/** The module that the package holds. The bundle for Cloudflare has a compiled one in its place: web/pack.mjs. */
import { codeSize, digits, gap, rest, text, trap } from "../kernels.js";

/** @import { CompiledModule } from "./wasm.js" */

/** What goes into the gaps of the text; where it ends, traps do. */
let fillings = codeSize;

/** Makes the module that will be instantiated whole. A bundle that does not call this has not got the rest of it. */
export function includeAll() {
  fillings = rest;
}

/**
 * kernels.wasm, from the text of kernels.js.
 * @returns {CompiledModule | ArrayBufferView}
 */
export function inlined() {
  const pieces = fillings.split(gap),
    whole = text.replaceAll(gap, () => pieces.shift() ?? trap),
    bytes = new Uint8Array(whole.length);
  let length = 0,
    prefix = 0;
  for (const character of whole) {
    if (character === "}") prefix = digits.length;
    else if (character === "~") prefix = 2 * digits.length;
    else {
      bytes[length++] = digits.indexOf(character) + prefix - 4;
      prefix = 0;
    }
  }
  return bytes.slice(0, length);
}
