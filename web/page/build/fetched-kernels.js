import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isText, moduleFor, withoutText } from "../../kernels-elsewhere.mjs";
import { CUSTOM, sections, withSections } from "../../wasm-binary.mjs";

/** By path, the source that the page has in place of a module of the package: it fetches its kernels. */
const sourceOf = withoutText(`
  let given;
  export const give = (module) => { given = module; };
  export const ownModule = () => {
    if (!given) throw new Error("the page calls a kernel before it has fetched them");
    return given;
  };`);

/** The path of kernels.wasm among the files that the build writes. */
const NAME = /(^|\/)kernels[^/]*\.wasm$/;

/** Whether a file of the build comes with the first view, if it is one of kernels. @param {string} file */
export const isFirst = (file) => !file.endsWith(".wasm") || NAME.test(file);

/**
 * The import by which the worker asks for the whole module, a file of its own; and the id of the module that answers.
 */
const WHOLE = "layernorm/kernels.wasm?whole";
const ANSWER = "\0whole-kernels.js";
/** The package whose files the page's imports of "layernorm" are. */
const own = dirname(createRequire(import.meta.url).resolve("layernorm/package.json"));
const api = (/** @type {string} */ file) => join(own, "web/api", file);
const FILE = api("kernels.wasm");

/**
 * The import by which the page gives the package a compiled module: that of the first view, and later the whole one in
 * its place. The package has no name for that, as its own bundles know all of their kernels.
 */
const GIVE = "layernorm/kernels.wasm?give";
const GIVING = "\0give-kernels.js";

/** withKernels() includes nothing; but the next call then instantiates what has been given by now. */
const BUILT = `
  import { give } from ${JSON.stringify(api("memory/inlined.js"))};
  import { withKernels } from ${JSON.stringify(api("memory/wasm.js"))};
  export function giveKernels(module) {
    give(module);
    withKernels();
  }`;

/** The server for development has the whole module from the beginning. */
const SERVED = `
  import { init } from "layernorm";
  let isGiven = false;
  export function giveKernels(module) {
    if (!isGiven) init(module);
    isGiven = true;
  }`;

/** @type {Record<string, string>} */
const IDS = { [WHOLE]: ANSWER, [GIVE]: GIVING };

/**
 * The module with a custom section, so that its bytes differ: the build would make one file of two assets with the same
 * bytes.
 * @param {Uint8Array} module
 */
const named = (module) =>
  withSections(module, [...sections(module), { id: CUSTOM, content: [5, ...new TextEncoder().encode("whole")] }]);

/** @param {import("vite").Rollup.PluginContext} context */
function addressOfWhole(context) {
  if (context.environment.mode !== "build") return `export { default } from ${JSON.stringify(`${FILE}?url`)};`;
  const file = context.emitFile({ type: "asset", name: "whole-kernels.wasm", source: named(readFileSync(FILE)) });
  return `export default import.meta.ROLLUP_FILE_URL_${file};`;
}

/**
 * The module that the first view needs: the kernels that the build still has, and that the scripts name which are
 * fetched at once.
 * @param {import("vite").Rollup.OutputBundle} files
 */
function moduleOf(files) {
  const chunks = Object.values(files).filter((file) => file.type === "chunk");
  const atOnce = new Set(chunks.filter(({ isEntry }) => isEntry));
  // What is added while the set is gone through has its turn, too.
  for (const { imports } of atOnce) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) atOnce.add(chunk);
  }
  const modulesOf = (/** @type {Iterable<typeof chunks[0]>} */ some) =>
    Array.from(some).flatMap(({ modules }) => Object.entries(modules));
  const kernels = modulesOf(chunks).flatMap(([id, { renderedExports }]) => (isText(id) ? renderedExports : []));
  const callers = modulesOf(atOnce).filter(([id]) => !isText(id));
  const named = new Set(callers.flatMap(([, { code }]) => code?.match(/\bln_\w+/g) ?? []));
  return moduleFor(kernels.filter((kernel) => named.has(kernel)));
}

/**
 * A Vite plugin: the page fetches kernels.wasm, which is compiled off the main thread. It is the module that users get,
 * with traps in place of the functions that the first view does not call; the whole module follows.
 * @returns {import("vite").Plugin}
 */
export const fetchedKernels = () => ({
  name: "fetched-kernels",
  enforce: "pre",
  resolveId: (source) => IDS[source] ?? null,
  load(id) {
    const isBuilt = this.environment.mode === "build";
    if (id === ANSWER) return addressOfWhole(this);
    if (id === GIVING) return isBuilt ? BUILT : SERVED;
    if (!isBuilt) return null;
    return sourceOf(id);
  },
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "asset" || !NAME.test(file.fileName)) continue;
      file.source = moduleOf(files);
    }
  },
});
