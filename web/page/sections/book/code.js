/**
 * The book's example in PyTorch, line by line, with what each line makes: computed here, and written as PyTorch prints.
 * Only what rounding leaves of a mean may differ from what PyTorch makes.
 */
import { moments, normalize, layerNorm, tensor } from "layernorm";
import { BOOK, CELLS, CLASS } from "../../course/book.js";
import { network as networkOf } from "../../figure/values/book-network.js";
import { rows, TORCH, torchMean } from "../../figure/values/torch.js";
import { formatEps } from "../../figure/words/format-tensor.js";
import { printed } from "../../figure/words/small-numbers.js";
import { shortest } from "../../kit/shortest.js";

/** @typedef {import("../../figure/values/book-network.js").Network} Network */

/**
 * @typedef {object} Line
 * @property {string} code
 * @property {string} [note]
 * @property {string} [prints]  what the line makes
 * @property {"units" | "statistic"} [of]  whether a row of it has a number for each unit, or one in all
 */

const REDUCED = "dim=-1, keepdim=True";

/**
 * @param {number} seed
 * @param {Network} network
 * @param {readonly number[] | null} given  the learner's own inputs
 * @returns {readonly Line[]}
 */
export function linesOf(seed, network, given) {
  const out = tensor(network.out, [BOOK.inputs, BOOK.outputs]);
  const steps = normalize(out, { dim: -1, ...CELLS });
  const { mean, variance } = moments(out, { dim: -1, keepdim: true });
  const after = moments(steps, { dim: -1, keepdim: true });
  const n = BOOK.outputs;
  return [
    {
      code: [
        `torch.manual_seed(${seed})`,
        `x = torch.randn(${BOOK.inputs}, ${BOOK.features})`,
        ...changes(seed, given),
      ].join("\n"),
      note: "Inputs A and B, the same draws each time.",
      prints: String(tensor(network.x, [BOOK.inputs, BOOK.features])),
    },
    {
      code: `layer = nn.Sequential(nn.Linear(${BOOK.features}, ${n}), nn.ReLU())`,
      note: "Linear draws its weights and biases.",
    },
    { code: "out = layer(x)", note: "Six outputs an input.", prints: String(out), of: "units" },
    {
      code: `mean = out.mean(${REDUCED})`,
      note: `With keepdim, [${BOOK.inputs}, 1] and not [${BOOK.inputs}]: it fits [${BOOK.inputs}, ${n}].`,
      prints: String(mean),
      of: "statistic",
    },
    { code: `var = out.var(${REDUCED})`, note: `Over n − 1 = ${n - 1}.`, prints: String(variance), of: "statistic" },
    { code: "out_norm = (out - mean) / torch.sqrt(var)", note: "No eps.", prints: String(steps), of: "units" },
    {
      code: `out_norm.mean(${REDUCED})`,
      note: leftOver(seed, given),
      prints: String(after.mean),
      of: "statistic",
    },
    {
      code: `out_norm.var(${REDUCED})`,
      note: `Over n − 1 = ${n - 1}.`,
      prints: String(after.variance),
      of: "statistic",
    },
    {
      code: `nn.LayerNorm(${n})(out)`,
      note: `Over n = ${n}, with an eps of ${formatEps(CLASS.eps)} under the root: other numbers than the steps’.`,
      prints: String(layerNorm(out, n, { eps: CLASS.eps })),
      of: "units",
    },
  ];
}

/**
 * What is left of the means; of the book's own input A, what PyTorch and the book leave.
 * @param {number} seed
 * @param {readonly number[] | null} given
 */
function leftOver(seed, given) {
  if (seed !== BOOK.seed || given !== null) return "0, but for rounding.";
  const [torch, book] = [rows.torch, rows.less1].map((bits) =>
    printed(torchMean([...new Float32Array(Uint32Array.from(bits).buffer)])),
  );
  return `0, but for rounding: of A, PyTorch ${TORCH} leaves ${torch} here, the book ${book}; see the fourth trap.`;
}

/**
 * The inputs that the learner has changed, a line each.
 * @param {number} seed
 * @param {readonly number[] | null} given
 */
function changes(seed, given) {
  if (given === null) return [];
  const drawn = networkOf(seed).x;
  return given.flatMap((value, i) =>
    Math.fround(value) === drawn[i]
      ? []
      : `x[${Math.floor(i / BOOK.features)}, ${i % BOOK.features}] = ${shortest(Math.fround(value))}`,
  );
}

/** @param {readonly Line[]} lines */
export const textOf = (lines) =>
  ["import torch", "from torch import nn", "", ...lines.map(({ code }) => code)].join("\n");

const NUMBER = /-?(?:\d[\d.]*(?:e[+-]\d+)?|inf|nan)/g;

/**
 * A print in parts: the number that is looked at is apart.
 * @param {string} text
 * @param {number} row
 * @param {number} place  in the row
 * @returns {[before: string, number: string, after: string]}
 */
export function splitPrint(text, row, place) {
  const lines = text.split("\n");
  const found = [...lines[row].matchAll(NUMBER)][place];
  if (!found) return [text, "", ""];
  const at = lines.slice(0, row).join("\n").length + (row > 0 ? 1 : 0) + found.index;
  return [text.slice(0, at), found[0], text.slice(at + found[0].length)];
}
