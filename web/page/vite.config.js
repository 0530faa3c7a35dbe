import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { compactKernels } from "./compact-kernels.js";
import { prerender } from "./prerender.js";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // Relative addresses, so that the built page works from any folder.
  base: "./",
  plugins: [compactKernels(), prerender()],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Lightning CSS turns light-dark() into what browsers without it understand.
  css: { transformer: "lightningcss" },
  build: { outDir: "dist", emptyOutDir: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
