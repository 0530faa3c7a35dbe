/** The kernels come in two files: what the first view calls, and then all of them, which the worker has too. */
import { giveKernels } from "layernorm/kernels.wasm?give";
import firstUrl from "layernorm/kernels.wasm?url";
import wholeUrl from "layernorm/kernels.wasm?whole";

/** @param {string} url */
async function fetchBytes(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.arrayBuffer();
}

/** Those that the first view calls. @returns {Promise<boolean>} false: this browser cannot compute with them */
export async function fetchFirstKernels() {
  const bytes = await fetchBytes(firstUrl);
  try {
    giveKernels(await WebAssembly.compile(bytes));
    return true;
  } catch {
    return false;
  }
}

/** @type {Promise<void> | undefined} */
let fetching;

/** All kernels: the later sections call more of them than the first view, and so may what reads a link. */
export const fetchKernels = () =>
  (fetching ??= fetchBytes(wholeUrl)
    .then((bytes) => WebAssembly.compile(bytes))
    .then(giveKernels)
    .catch((error) => {
      // The next call tries again.
      fetching = undefined;
      throw error;
    }));
