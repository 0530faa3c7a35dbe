import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { fetchedKernels } from "./build/fetched-kernels.js";
import { formulas } from "./build/formulas.js";
import { plainImports } from "./build/plain-imports.js";
import { prerender } from "./build/prerender.js";
import { sectionStyles } from "./build/section-styles.js";
import { reference } from "./reference/index.js";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // Relative addresses, so that the built page works from any folder.
  base: "./",
  plugins: [formulas(), sectionStyles(), fetchedKernels(), plainImports(), prerender(), reference()],
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
