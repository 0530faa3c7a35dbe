import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { formulas } from "./formulas.js";
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
  plugins: [formulas(), pageKernels(), plainImports, prerender(), reference()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Lightning CSS turns light-dark() into what browsers without it understand.
  css: { transformer: "lightningcss" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The reference takes most of the time, which is no cause for a warning.
      checks: { pluginTimings: false },
      // Of d3-array, a single file, what is only defined by calling these is not needed.
      treeshake: { manualPureFunctions: ["Blur2", "blurImage", "blurfImage", "bisector", "shuffler"] },
    },
  },
});
