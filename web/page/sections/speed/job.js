/** The speed lab's job: fetches both modules of kernels, and measures (measure.js). */
import kernelsUrl from "layernorm/kernels.wasm?whole";
import { measure, subjectsOf } from "./measure.js";
import plainCUrl from "./plain/layer-norm.wasm?url";

/** @typedef {import("./measure.js").Measured} Measured */

/** @param {string} url */
async function fetchModule(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Both modules, which are fetched once; after a failure, anew. @type {Promise<WebAssembly.Module[]> | undefined} */
let fetching;

const theModules = () =>
  (fetching ??= Promise.all([kernelsUrl, plainCUrl].map(fetchModule)).catch((error) => {
    fetching = undefined;
    throw error;
  }));

/** @param {{ shape: import("./spec.js").Shape }} settings @returns {AsyncGenerator<Measured | undefined, Measured>} */
async function* speedJob({ shape }) {
  const [simd, plainC] = await theModules();
  const { subjects, agreement } = subjectsOf({ simd, plainC }, shape);
  yield undefined;
  return yield* measure(subjects, { shape, agreement });
}

export const prepare = theModules;
export const jobs = { measure: speedJob };
