/**
 * What `npm pack` runs first ("prepack"): makes what only the package holds, in web/api.
 *
 *   cjs/      the API for `require`, Jest and CommonJS TypeScript, a file for each entry, and its declarations
 *   workerd/  the API for Cloudflare Workers, where WebAssembly may not be compiled from bytes: the compiled module is
 *             imported instead
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { withoutText } from "./kernels-elsewhere.mjs";

const api = fileURLToPath(new URL("api", import.meta.url));

/**
 * Readable files.
 * @param {string} folder
 * @param {"cjs" | "es"} format
 * @param {import("rolldown").Plugin[]} [plugins]
 */
async function bundle(folder, format, plugins = []) {
  if (format === "cjs") await bundleWithThreads();
  else await bundleEntry("index.js", folder, format, plugins);
  await bundleEntry("safetensors.js", folder, format, [sameIndex]);
}

/** No doc comments: they are in the declarations. */
const comments = { annotation: true, jsdoc: false, legal: false };

/** The API, and what starts threads, which share the memory's state; and what these run. */
async function bundleWithThreads() {
  const dir = join(api, "cjs"),
    build = await rolldown({ input: ["index.js", "threads.js"].map((entry) => join(api, entry)), platform: "node" });
  await build.write({ dir, format: "cjs", chunkFileNames: "shared.js", comments });
  await build.close();
  const worker = await rolldown({ input: join(api, "threads/worker.js"), platform: "node" });
  await worker.write({ file: join(dir, "worker.js"), format: "cjs", comments });
  await worker.close();
}

/**
 * @param {string} entry in web/api
 * @param {string} folder
 * @param {"cjs" | "es"} format
 * @param {import("rolldown").Plugin[]} plugins
 */
async function bundleEntry(entry, folder, format, plugins) {
  const build = await rolldown({ input: join(api, entry), plugins });
  const file = join(api, folder, entry);
  await build.write({ file, format, comments });
  await build.close();
}

/**
 * Other entries take the API from the folder's index.js, so that there is one of it.
 * @type {import("rolldown").Plugin}
 */
const sameIndex = {
  name: "same-index",
  resolveId: (id, importer) => (importer && id === "../index.js" ? { id: "./index.js", external: true } : null),
};

/** TypeScript takes a declaration for what the nearest package.json says: so CommonJS has copies. */
function copyDeclarations() {
  const cjs = join(api, "cjs");
  cpSync(join(api, "types"), cjs, { recursive: true });
  cpSync(join(api, "kernels.d.wasm.ts"), join(cjs, "kernels.d.wasm.ts"));
}

/** @type {import("rolldown").Plugin} */
const compiledModule = {
  name: "compiled-module",
  resolveId: (id) => (id.endsWith("kernels.wasm") ? { id: "../kernels.wasm", external: true } : null),
  load: withoutText('import module from "./kernels.wasm";\nexport const ownModule = () => module;'),
};

/** In place of threads.js, where there are none. */
const ONE_THREAD = `const alone = { threads: 1, reason: "Cloudflare Workers have no threads", stop: async () => {} };
export const startThreads = async () => alone;
`;

for (const folder of ["cjs", "workerd"]) rmSync(join(api, folder), { recursive: true, force: true });
mkdirSync(join(api, "cjs"));
writeFileSync(join(api, "cjs", "package.json"), '{ "type": "commonjs", "sideEffects": false }\n');
copyDeclarations();
await bundle("cjs", "cjs");
await bundle("workerd", "es", [compiledModule]);
writeFileSync(join(api, "workerd", "threads.js"), ONE_THREAD);
