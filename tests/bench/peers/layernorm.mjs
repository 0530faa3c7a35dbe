/** Ours: resident tensors, and ordinary ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { empty, init, layerNorm, tensor } from "../../../web/api/index.js";
import { root } from "../../setup.mjs";
import { timed } from "../measure.mjs";
import { aloneAndCopied } from "./library.mjs";

/** @import { Library, Problem, Solver } from "./library.mjs" */

/** @param {Problem} problem @returns {Solver} */
function setUp({ rows, columns, x, weight, bias, eps }) {
  const shape = [rows, columns];
  const resident = { x: tensor(x, shape, { resident: true }), out: empty(shape, { resident: true }) };
  const [w, b] = [weight, bias].map((values) => tensor(values, [columns], { resident: true }));
  const ordinary = tensor(x, shape),
    options = { weight, bias, eps };
  const y = () => layerNorm(resident.x, columns, { weight: w, bias: b, eps, out: resident.out }).data;
  return {
    subjects: [timed("alone", () => void y()), timed("copied", () => void layerNorm(ordinary, columns, options))],
    times: aloneAndCopied,
    y: () => y().slice(),
    dispose: () => [resident.x, resident.out, w, b].forEach((one) => one.dispose()),
  };
}

/** @returns {Library} */
export function open() {
  init();
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return { name: "layernorm", version, setUp };
}
