import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isText, moduleFor, withoutText } from "../../kernels-elsewhere.mjs";
import { CUSTOM, sections, withSections } from "../../wasm-binary.mjs";

/** By path, the source that the page has in place of a module of the package: it fetches its kernels. */
const sourceOf = withoutText(
  'export const inlined = () => { throw new Error("the page calls a kernel before it has fetched them"); };',
);

/** The path of kernels.wasm among the files that the build writes. */
const NAME = /(^|\/)kernels[^/]*\.wasm$/;

/** Whether a file of the build comes with the first view, if it is one of kernels. @param {string} file */
export const isFirst = (file) => !file.endsWith(".wasm") || NAME.test(file);

/**
 * The import by which the worker asks for the whole module, a file of its own; and the id of the module that answers.
 */
const WHOLE = "layernorm/kernels.wasm?whole";
const ANSWER = "\0whole-kernels.js";
const FILE = fileURLToPath(new URL("../../api/kernels.wasm", import.meta.url));

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
 * The module that the scripts of a build need, by which kernels their files still import.
 * @param {import("vite").Rollup.OutputBundle} files
 */
function moduleOf(files) {
  const modules = Object.values(files).flatMap((file) => (file.type === "chunk" ? Object.entries(file.modules) : []));
  return moduleFor(modules.flatMap(([id, { renderedExports }]) => (isText(id) ? renderedExports : [])));
}

/**
 * A Vite plugin: the page fetches kernels.wasm, which is compiled off the main thread. It is the module that users get,
 * with traps in place of the functions that the page does not call.
 * @returns {import("vite").Plugin}
 */
export const fetchedKernels = () => ({
  name: "fetched-kernels",
  enforce: "pre",
  resolveId: (source) => (source === WHOLE ? ANSWER : null),
  load(id) {
    if (id === ANSWER) return addressOfWhole(this);
    if (this.environment.mode !== "build") return null;
    return sourceOf(id);
  },
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "asset" || !NAME.test(file.fileName)) continue;
      file.source = moduleOf(files);
    }
  },
});
