/** The module that the package holds. The bundle for Cloudflare has a compiled one in its place: web/pack.mjs. */
import { digits, text } from "./kernels.js";

/** @import { CompiledModule } from "./wasm.js" */

/**
 * kernels.wasm, from the text of kernels.js.
 * @returns {CompiledModule | ArrayBufferView}
 */
export function inlined() {
  const bytes = new Uint8Array(text.length);
  let length = 0,
    prefix = 0;
  for (const character of text) {
    if (character === "}") prefix = digits.length;
    else if (character === "~") prefix = 2 * digits.length;
    else {
      bytes[length++] = digits.indexOf(character) + prefix - 4;
      prefix = 0;
    }
  }
  return bytes.slice(0, length);
}
