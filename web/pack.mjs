/**
 * What `npm pack` and an installation from git run first (as "prepare"): makes what only the package holds, in web/api.
 *
 *   cjs/      the API for `require`, Jest and CommonJS TypeScript, in one file, and its declarations
 *   workerd/  the API for Cloudflare Workers, where WebAssembly may not be compiled from bytes: the compiled module is
 *             imported instead
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const api = fileURLToPath(new URL("api", import.meta.url));

/**
 * One readable file: the doc comments are in the declarations.
 * @param {string} folder
 * @param {"cjs" | "es"} format
 * @param {import("rolldown").Plugin[]} [plugins]
 */
async function bundle(folder, format, plugins = []) {
  const build = await rolldown({ input: join(api, "index.js"), plugins });
  const file = join(api, folder, "index.js");
  await build.write({ file, format, comments: { annotation: true, jsdoc: false, legal: false } });
  await build.close();
}

/**
 * The files that index.d.ts leads to: users see no others.
 * @param {string} folder
 * @param {string} name
 * @param {Set<string>} found  added to
 */
function reachable(folder, name, found) {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(join(folder, name), "utf8");
  const imports = text.matchAll(/(?:from |import\()"\.\/([\w-]+)\.js"/g);
  for (const [, next] of imports) reachable(folder, `${next}.d.ts`, found);
  return found;
}

/** TypeScript takes a declaration for what the nearest package.json says: so CommonJS has copies. */
function copyDeclarations() {
  const types = join(api, "types"), cjs = join(api, "cjs");
  for (const name of reachable(types, "index.d.ts", new Set())) cpSync(join(types, name), join(cjs, name));
  cpSync(join(api, "kernels.d.wasm.ts"), join(cjs, "kernels.d.wasm.ts"));
}

/** @type {import("rolldown").Plugin} */
const compiledModule = {
  name: "compiled-module",
  resolveId: (id) => (id.endsWith("kernels.wasm") ? { id: "../kernels.wasm", external: true } : null),
  load: (id) => (id === join(api, "inlined.js") ?
    'import module from "./kernels.wasm";\nexport const inlined = () => module;\n' : null),
};

for (const folder of ["cjs", "workerd"]) rmSync(join(api, folder), { recursive: true, force: true });
mkdirSync(join(api, "cjs"));
writeFileSync(join(api, "cjs", "package.json"), '{ "type": "commonjs", "sideEffects": false }\n');
copyDeclarations();
await bundle("cjs", "cjs");
await bundle("workerd", "es", [compiledModule]);
