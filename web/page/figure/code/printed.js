/** The output of print() for a line of the code: computed from the state, and written as PyTorch prints it. */
import { tensor } from "layernorm";
import { lineText } from "./code.js";
import { scaleAndShift } from "../values/elementwise.js";
import { reducedShape, splitChannels } from "../../kit/shapes.js";

/** @typedef {import("./code.js").Language} Language */
/** @typedef {import("./code.js").Line} Line */
/** @typedef {import("../values/derive.js").Derived} Derived */

/** How one gets PyTorch's way of printing. @type {Record<Language, (name: string) => string>} */
const CALLS = {
  pytorch: (name) => `print(${name})`,
  numpy: (name) => `print(torch.tensor(${name}))`,
  layernorm: (name) => `console.log(\`\${${name}}\`)`,
};

/** @param {readonly number[]} shape "(2,)", as NumPy's messages write it */
const tuple = (shape) => `(${shape.join(",")}${shape.length === 1 ? "," : ""})`;

/**
 * The error of x − mean, in the words of the library.
 * @param {Language} language
 * @param {Derived} view
 * @param {string} error
 */
const errorIn = (language, { shape, statisticShape, broadcast }, error) =>
  language === "numpy" && broadcast === "raises"
    ? `ValueError: operands could not be broadcast together with shapes ${tuple(shape)} ${tuple(statisticShape)}`
    : error;

/**
 * @param {Language} language
 * @param {import("./code.js").Context} context
 * @param {Derived} view
 * @param {Line | undefined} line  whose variable is printed; none: x
 * @returns {{ call: string, text: string, isError: boolean }}
 */
export function printed(language, { figure, naive }, view, line) {
  const { panel, name } = line ?? { panel: "x", name: "x" };
  const call = CALLS[language](name);
  // The API's own functions are told the dims: there is nothing to line up, and nothing to get wrong.
  const isNaive = naive && language !== "layernorm" && view.broadcast !== "right";
  const made = isNaive && (panel === "out" || panel === "y") ? view.naive : view;
  if ("error" in made) {
    return { call: line ? lineText(line) : call, text: errorIn(language, view, made.error), isError: true };
  }
  const seen = splitChannels(view.shape, view.dims, figure.channelGroups);
  const out = () => (figure.stage === 1 ? made.centred : made.normalized);
  const numbers = {
    x: () => view.x,
    mean: () => view.mean,
    variance: () => view.variance,
    out,
    y: () => (made === view ? view.y : scaleAndShift(out(), view.weight, view.bias, view.placeOf)),
  }[panel || "x"]();
  const isStatistic = panel === "mean" || panel === "variance";
  const shape = isStatistic ? reducedShape(seen.shape, seen.dims, figure.keepdim) : view.shape;
  return { call, text: String(tensor(numbers, shape)), isError: false };
}
