/**
 * A Vite plugin for the kernels: the page fetches them as a file, which is compiled off the main thread, and gets those
 * alone that its scripts call.
 */
import { readFileSync } from "node:fs";
import { shakeWasm } from "./shake-wasm.js";

/** What the page's scripts call, as the build checks. */
const CALLED = [
  "ln_layer_norm",
  "ln_linear",
  "ln_manual_seed",
  "ln_moments",
  "ln_normal",
  "ln_permute",
  "ln_relu",
  "ln_relu_backward",
  "ln_rms_norm",
  "ln_round",
  "ln_uniform",
];

const FILE = "/web/api/kernels.wasm?url";
const INLINED = "/web/api/kernels.js";
const TEXT = /(export const text = )"[^"]+"/;

/** The allocator and the like stay. @param {string} name */
const isCalled = (name) => !name.startsWith("ln_") || CALLED.includes(name);

/** @returns {import("vite").Plugin} */
export const pageKernels = () => ({
  name: "page-kernels",
  apply: "build",
  enforce: "pre",
  load(id) {
    if (!id.endsWith(FILE)) return null;
    const source = shakeWasm(readFileSync(id.replace("?url", "")), isCalled);
    const file = this.emitFile({ type: "asset", name: "kernels.wasm", source });
    return `export default import.meta.ROLLUP_FILE_URL_${file}`;
  },
  transform(code, id) {
    if (!id.endsWith(INLINED)) return null;
    if (!TEXT.test(code)) throw new Error(`${id} does not export the kernels as text`);
    return { code: code.replace(TEXT, '$1""'), map: null };
  },
  generateBundle(_, bundle) {
    const code = Object.values(bundle)
      .map((file) => (file.type === "chunk" ? file.code : ""))
      .join("\n");
    const called = Array.from(code.matchAll(/\.(ln_\w+)\(/g), ([, name]) => name);
    const found = [...new Set(called)].sort();
    if (`${found}` !== `${CALLED}`) {
      throw new Error(`the page calls the kernels ${found.join(", ")}: say so in page-kernels.js`);
    }
  },
});
