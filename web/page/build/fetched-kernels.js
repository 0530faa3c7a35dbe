/**
 * What the page's scripts have in place of the module as text, which the package holds for those who fetch nothing.
 * @type {Record<string, string>}
 */
const SOURCES = {
  "/web/api/inlined.js":
    'export const inlined = () => { throw new Error("the page calls a kernel before it has fetched them"); };',
  "/web/api/all-kernels.js": 'export { run } from "./staging.js"; export { kernels } from "./wasm.js";',
};

/**
 * A Vite plugin: the page fetches kernels.wasm, the file that users get, which is compiled off the main thread.
 * @returns {import("vite").Plugin}
 */
export const fetchedKernels = () => ({
  name: "fetched-kernels",
  apply: "build",
  load: (id) => SOURCES[Object.keys(SOURCES).find((file) => id.endsWith(file)) ?? ""] ?? null,
});
