import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { fetchedKernels } from "./build/fetched-kernels.js";
import { equations } from "./build/equations.js";
import { plainImports } from "./build/plain-imports.js";
import { linkPreview } from "./build/link-preview.js";
import { notices } from "./build/notices.js";
import { policy } from "./build/policy.js";
import { prerender } from "./build/prerender.js";
import { sectionStyles } from "./build/section-styles.js";
import { withoutWorkers } from "./build/without-workers.js";
import { reference } from "./build/reference/index.js";

/** @type {Set<string>} */
const first = new Set();

/** The package's index names all that it has; this is what the first view calls of it. */
const INDEX = /\/web\/api\/index\.js$/;
const CALLED_AT_ONCE = /\/web\/api\/ops\/(statistics|normalize)\.js$/;

/**
 * All that the page imports at once is one file: cut by who shares it, it would be four, and 1.5 kB more.
 * @param {string} id
 * @param {{ getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }} graph
 */
function firstView(id, graph) {
  if (first.size === 0) {
    const add = (/** @type {string} */ each) => {
      if (first.has(each)) return;
      first.add(each);
      const imported = graph.getModuleInfo(each)?.importedIds ?? [];
      (INDEX.test(each) ? imported.filter((id) => CALLED_AT_ONCE.test(id)) : imported).forEach(add);
    };
    add(fileURLToPath(new URL("shell/main.jsx", import.meta.url)));
  }
  return first.has(id) ? "first" : null;
}

/**
 * The files that the labs' jobs share. One for all of them would give each lab the ops of every other, which is 7 kB
 * too much; one for each set of jobs that shares something would be twenty. So: what every op needs, with what the
 * worker does (but not in worker.js, which says why); rows' ops; the moments, and GELU's formula; softmax and the loss;
 * the rest of a transformer's block; and what else three jobs share.
 */
const SHARED = /** @type {[string, ...RegExp[]][]} */ ([
  [
    "tensors",
    /\/(kernels|kernel-text|ops\/random|(checks|memory|tensor)\/[^/]*)\.js$/,
    /\/operands\/(operands|aliasing|staging|forward|backward|permuted|reduction)\.js$/,
    /\/page\/worker\/(work|jobs)\.js$/,
  ],
  [
    "rows",
    /\/operands\/(normalized-shape|residual|row-parameters|rows)\.js$/,
    /\/(ops\/layer-norm|block\/linear)\.js$/,
  ],
  ["moments", /\/ops\/(statistics|normalize|rms-norm)\.js$/, /\/kit\/gelu\.js$/],
  ["loss", /\/(block\/(cross-entropy|softmax)|operands\/integers)\.js$/],
  ["block", /\/block\/(gelu|matmul|elementwise|embedding)\.js$/, /\/(operands\/broadcast|ops\/permute)\.js$/],
  ["shared", /./],
]);
const SHARED_BY_JOBS = SHARED.map(([name, ...tests], i) => ({
  name,
  test: (/** @type {string} */ id) => tests.some((each) => each.test(id)),
  minShareCount: { tensors: 1, shared: 3 }[name] ?? 2,
  priority: SHARED.length - i,
}));

/** Each section's job is in a file called job.js. @param {{ name: string, facadeModuleId: string | null }} chunk */
const withFolder = ({ name, facadeModuleId }) =>
  name === "job" ? `assets/${facadeModuleId?.split("/").at(-2)}-job-[hash].js` : "assets/[name]-[hash].js";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // Relative addresses, so that the built page works from any folder.
  base: "./",
  plugins: [
    equations(),
    sectionStyles(),
    fetchedKernels(),
    plainImports(),
    withoutWorkers(),
    prerender(),
    linkPreview(process.env.PAGE_URL),
    policy(),
    notices(),
    reference(),
  ],
  // The labs' worker fetches its kernels too, and each lab's jobs when they are asked for.
  worker: {
    format: "es",
    plugins: () => [fetchedKernels()],
    rolldownOptions: { output: { codeSplitting: { groups: SHARED_BY_JOBS }, chunkFileNames: withFolder } },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Lightning CSS turns light-dark() into what browsers without it understand.
  css: { transformer: "lightningcss" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: firstView }] } },
      // The reference takes most of the time, which is no cause for a warning.
      checks: { pluginTimings: false },
      // Of d3-array, a single file, what is only defined by calling these is not needed.
      treeshake: { manualPureFunctions: ["Blur2", "blurImage", "blurfImage", "bisector", "shuffler"] },
    },
  },
});
