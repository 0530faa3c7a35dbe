/**
 * A Vite plugin: an import() without Vite's helper, a kilobyte that fetches a file's own imports beside it. Here all
 * files are fetched ahead of need.
 * @returns {import("vite").Plugin}
 */
export const plainImports = () => ({
  name: "plain-imports",
  apply: "build",
  enforce: "pre",
  load: (id) => (id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : null),
});
