/**
 * The state of a figure as code. A line is a list of parts; a part with a name is a setting, marked in the
 * code pane as the control that it mirrors.
 */
import { formatEps } from "./format.js";
import { broadcastOf, dimInCode } from "./shapes.js";

/** @typedef {import("./state.js").Figure} Figure */
/** @typedef {string | { setting: "dims" | "keepdim" | "correction" | "eps", text: string }} Part */
/** @typedef {{ panel: import("./state.js").Selection["panel"] | "", parts: Part[] }} Line */

/** @param {"dims" | "keepdim" | "correction" | "eps"} setting @param {string} text @returns {Part} */
const mark = (setting, text) => ({ setting, text });

/**
 * @param {readonly number[]} dims
 * @param {readonly number[]} shape
 * @param {[string, string]} brackets around a list of several
 */
function dimsInCode(dims, shape, [open, close]) {
  if (dims.length === 1) return String(dimInCode(dims[0], shape));
  return `${open}${dims.join(", ")}${close}`;
}

/** @param {boolean} value */
const python = (value) => (value ? "True" : "False");

/** @param {string} root @param {number} eps @param {string} variance @returns {Part[]} */
const underRoot = (root, eps, variance) => [
  root,
  variance,
  ...(eps === 0 ? [] : [" + ", mark("eps", formatEps(eps))]),
  ")",
];

/** @param {Figure} figure @param {readonly number[]} shape @returns {Line[]} */
function pytorch({ dims, keepdim, correction, eps, stage }, shape) {
  const reduce = () => [
    mark("dims", `dim=${dimsInCode(dims, shape, ["(", ")"])}`),
    ", ",
    mark("keepdim", `keepdim=${python(keepdim)}`),
  ];
  const back =
    broadcastOf(shape, dims, keepdim) === "right"
      ? ""
      : dims.map((dim) => `.unsqueeze(${dimInCode(dim, shape)})`).join("");
  const unbiased = correction === 1 ? [] : [", ", mark("correction", "correction=0")];
  /** @type {Line[]} */
  const lines = [
    { panel: "mean", parts: ["mean = x.mean(", ...reduce(), ")"] },
    { panel: "variance", parts: ["var = x.var(", ...reduce(), ...unbiased, ")"] },
    {
      panel: "out",
      parts: [`x_norm = (x - mean${back}) / `, ...underRoot("torch.sqrt(", eps, `var${back}`)],
    },
  ];
  if (stage === 3) lines.push({ panel: "y", parts: [`y = ${affineTerm(dims, shape, "x_norm")}`] });
  return lines;
}

/** Weight and bias have the normalized shape: they line up with x unless the dims kept come after. */
const affineTerm = (
  /** @type {readonly number[]} */ dims,
  /** @type {readonly number[]} */ shape,
  /** @type {string} */ x,
) => (dims.includes(shape.length - 1) ? `weight * ${x} + bias` : `weight[:, None] * ${x} + bias[:, None]`);

/** @param {Figure} figure @param {readonly number[]} shape @returns {Line[]} */
function numpy({ dims, keepdim, correction, eps, stage }, shape) {
  const axis = dimsInCode(dims, shape, ["(", ")"]);
  const reduce = () => [mark("dims", `axis=${axis}`), ", ", mark("keepdim", `keepdims=${python(keepdim)}`)];
  const back = (/** @type {string} */ name) =>
    broadcastOf(shape, dims, keepdim) === "right" ? name : `np.expand_dims(${name}, ${axis})`;
  const ddof = correction === 1 ? [", ", mark("correction", "ddof=1")] : [];
  /** @type {Line[]} */
  const lines = [
    { panel: "mean", parts: ["mean = x.mean(", ...reduce(), ")"] },
    { panel: "variance", parts: ["var = x.var(", ...reduce(), ...ddof, ")"] },
    {
      panel: "out",
      parts: [`x_norm = (x - ${back("mean")}) / `, ...underRoot("np.sqrt(", eps, back("var"))],
    },
  ];
  if (stage === 3) lines.push({ panel: "y", parts: [`y = ${affineTerm(dims, shape, "x_norm")}`] });
  return lines;
}

/** @param {Figure} figure @param {readonly number[]} shape @returns {Line[]} */
function layernorm({ dims, keepdim, correction, eps, stage }, shape) {
  const dim = () => mark("dims", `dim: ${dimsInCode(dims, shape, ["[", "]"])}`);
  const settings = () => [
    dim(),
    ", ",
    mark("correction", `correction: ${correction}`),
    ", ",
    mark("eps", `eps: ${formatEps(eps)}`),
  ];
  /** @type {Line[]} */
  const lines = [
    {
      panel: "mean",
      parts: ["const m = mean(x, { ", dim(), ", ", mark("keepdim", `keepdim: ${keepdim}`), " });"],
    },
    {
      panel: "variance",
      parts: [
        "const v = variance(x, { ",
        dim(),
        ", ",
        mark("keepdim", `keepdim: ${keepdim}`),
        ...(correction === 1 ? [] : [", ", mark("correction", "correction: 0")]),
        " });",
      ],
    },
    { panel: "out", parts: ["const normalized = normalize(x, { ", ...settings(), " });"] },
  ];
  if (stage === 3) {
    lines.push({ panel: "y", parts: ["const y = normalize(x, { ", ...settings(), ", weight, bias });"] });
  }
  return lines;
}

export const LANGUAGES = /** @type {const} */ ({
  pytorch: "PyTorch",
  numpy: "NumPy",
  layernorm: "layernorm",
});
/** @typedef {keyof typeof LANGUAGES} Language */

const WRITERS = { pytorch, numpy, layernorm };

/** @param {Language} language @param {Figure} figure @param {readonly number[]} shape */
export const codeFor = (language, figure, shape) => WRITERS[language](figure, shape);

/** As it goes to the clipboard. @param {readonly Line[]} lines */
export const codeText = (lines) =>
  lines
    .map(({ parts }) => parts.map((part) => (typeof part === "string" ? part : part.text)).join(""))
    .join("\n");
