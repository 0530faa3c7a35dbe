import { beyondPage } from "../../api/kernels.js";
import { withTraps } from "../../wasm-binary.mjs";

/**
 * What the page's scripts have in place of the module as text, which the package holds for those who fetch nothing.
 * @type {Record<string, string>}
 */
const SOURCES = {
  "/web/api/inlined.js":
    'export const inlined = () => { throw new Error("the page calls a kernel before it has fetched them"); };',
  "/web/api/all-kernels.js": 'export { run } from "./staging.js"; export { kernels } from "./wasm.js";',
};

/** Of kernels.wasm, among the files that the build writes. */
const NAME = /kernels[^/]*\.wasm$/;

/**
 * A Vite plugin: the page fetches kernels.wasm, which is compiled off the main thread. It is the module that users get,
 * with traps in place of the functions that the page does not call, which are a third of it.
 * @returns {import("vite").Plugin}
 */
export const fetchedKernels = () => ({
  name: "fetched-kernels",
  apply: "build",
  load: (id) => SOURCES[Object.keys(SOURCES).find((file) => id.endsWith(file)) ?? ""] ?? null,
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "asset" || !NAME.test(file.fileName)) continue;
      file.source = withTraps(/** @type {Uint8Array} */ (file.source), new Set(beyondPage));
    }
  },
});
