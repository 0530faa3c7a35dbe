/**
 * A Vite plugin: the page fetches kernels.wasm, the file that users get, which is compiled off the main thread. The
 * same module as text, which the package holds for those who fetch nothing, stays out of the page's scripts.
 * @returns {import("vite").Plugin}
 */
export const fetchedKernels = () => ({
  name: "fetched-kernels",
  apply: "build",
  load: (id) =>
    id.endsWith("/web/api/inlined.js")
      ? 'export const inlined = () => { throw new Error("the page calls a kernel before it has fetched them"); };'
      : null,
});
