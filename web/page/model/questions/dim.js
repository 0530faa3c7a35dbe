/** What section 4 asks. */
import { counted, inWords } from "../format.js";
import { formatShape, reducedShape, sizeOf } from "../shapes.js";
import { ascending, right, wrong } from "./answers.js";

/** @typedef {import("../state.js").Figure} Figure */
/** @typedef {import("../derive.js").Derived} Derived */
/** @typedef {import("./answers.js").Question} Question */

/** @param {readonly number[]} shape @returns {Question} */
export function predictDim0(shape) {
  const [rows, columns] = shape;
  return {
    prompt: "Before you press: with dim 0, how many means will there be?",
    answers: ascending([
      right(
        String(columns),
        `Dim 0 has size ${rows}, and it is the one that goes. What is left is one mean for ` +
          `${columns === 1 ? "the one column" : `each of the ${inWords(columns)} columns`}.`,
      ),
      wrong(String(rows), `${rows} is the size of dim 0, the dim you name. It disappears; dim 1 is left.`),
      wrong("1", "One mean of everything comes of naming both dims, or none."),
      wrong(
        String(rows * columns),
        "That many values go in. A mean of each alone would be the value itself.",
      ),
    ]),
  };
}

/** @param {Figure} figure @param {Derived} derived @returns {Question} */
export function checkShape({ dims, keepdim }, { shape, groupSize }) {
  const asked = !keepdim;
  const result = reducedShape(shape, dims, asked);
  const otherDims = shape.map((_, dim) => dim).filter((dim) => !dims.includes(dim));
  const named = dims.length === 1 ? "the dim you named is" : "the dims you named are";
  const answers = [
    right(
      formatShape(result),
      `${counted(sizeOf(result), "mean")}, each of ${counted(groupSize, "value")}. ${
        asked
          ? `keepdim keeps the number of dims: ${named} still there, with size 1.`
          : `Without keepdim ${named} gone from the shape.`
      }`,
    ),
    wrong(
      formatShape(reducedShape(shape, dims, keepdim)),
      keepdim
        ? `That is with keepdim: ${named} still there, with size 1.`
        : `That is without keepdim: ${named} gone from the shape.`,
    ),
    wrong(
      formatShape(shape),
      "That is the shape of x. A mean has one element for each group; keepdim keeps the number of dims, " +
        "not their sizes.",
    ),
  ];
  if (otherDims.length > 0) {
    answers.push(
      wrong(
        formatShape(reducedShape(shape, otherDims, asked)),
        `That comes of dim ${otherDims.join(", ")}: the dim you name goes, the other one stays.`,
      ),
    );
  }
  const dim = dims.length === 1 ? dims[0] : `(${dims.join(", ")})`;
  return {
    prompt:
      `x has shape ${formatShape(shape)}. What is the shape of ` +
      `x.mean(dim=${dim}, keepdim=${asked ? "True" : "False"})?`,
    answers: ascending(answers),
  };
}
