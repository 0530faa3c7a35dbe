/** jax-js on its WebAssembly backend, one thread, compiled by jit. */
import { timedAsync } from "../measure.mjs";
import { aloneAndCopied, load, versionOf } from "./library.mjs";

/** @import { Library, Problem, Solver } from "./library.mjs" */

const PACKAGE = "@jax-js/jax";

/** @param {any} jax @returns {(problem: Problem) => Solver} */
const setUp =
  ({ jit, nn, numpy }) =>
  ({ rows, columns, x, weight, bias, eps }) => {
    const layerNorm = jit((/** @type {any} */ input, /** @type {any} */ w, /** @type {any} */ b) =>
      nn.standardize(input, -1, { epsilon: eps }).mul(w).add(b),
    );
    const upload = () => numpy.array(x, { shape: [rows, columns] });
    const resident = upload(),
      w = numpy.array(weight),
      b = numpy.array(bias);
    // A function consumes its arguments; ref keeps one for the next call.
    const copied = () => layerNorm(upload(), w.ref, b.ref).data();
    const alone = async () => (await layerNorm(resident.ref, w.ref, b.ref).blockUntilReady()).dispose();
    return {
      subjects: [timedAsync("alone", alone), timedAsync("copied", copied)],
      times: aloneAndCopied,
      y: copied,
      dispose: () => [resident, w, b, layerNorm].forEach((one) => one.dispose()),
    };
  };

/** @returns {Promise<Library>} */
export async function open() {
  const jax = await load(PACKAGE);
  await jax.init("wasm");
  jax.defaultDevice("wasm");
  return { name: "jax-js, wasm", version: versionOf(PACKAGE), setUp: setUp(jax) };
}
