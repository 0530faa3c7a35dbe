import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { pageKernels } from "./page-kernels.js";
import { prerender } from "./prerender.js";
import { reference } from "./reference/index.js";

/**
 * An import() without Vite's helper, a kilobyte that fetches a file's own imports beside it: here all files are
 * fetched ahead of need.
 * @type {import("vite").Plugin}
 */
const plainImports = {
  name: "plain-imports",
  apply: "build",
  enforce: "pre",
  load: (id) => (id.endsWith("vite/preload-helper.js") ? "export const __vitePreload = (load) => load();" : null),
};

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // Relative addresses, so that the built page works from any folder.
  base: "./",
  plugins: [pageKernels(), plainImports, prerender(), reference()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Lightning CSS turns light-dark() into what browsers without it understand.
  css: { transformer: "lightningcss" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    // The reference takes most of the time, which is no cause for a warning.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
