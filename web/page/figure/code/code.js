/**
 * The state of a figure as code. Each line has at most one place where something may be changed: the arguments of a
 * call, or what is added under a root. read-code.js reads that back.
 */
import { formatEps } from "../words/format-tensor.js";
import { DEFAULTS } from "./defaults.js";
import { dimInCode } from "../dims/resolve.js";
import { broadcastOf } from "../../kit/broadcast.js";
import { sizeOf, splitChannels } from "../../kit/shapes.js";

/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../../store/state.js").Selection["panel"]} Panel */
/** @typedef {Pick<Figure, "dims" | "keepdim" | "correction" | "eps">} Settings */
/**
 * The settings that a call takes, and the value of each that is left out; null: it may not be left out.
 * @typedef {{ [Name in keyof Settings]?: Settings[Name] | null }} Takes
 */
/**
 * @typedef {object} Line
 * @property {Panel | ""} panel  whose numbers it makes
 * @property {string} name  of what it makes
 * @property {string} before  the part of it that stays
 * @property {string} slot  the part that may be changed
 * @property {string} after  what stays again
 * @property {Takes | "term" | null} takes  arguments, or " + 1e-05"; null: there is nothing to change
 */
/**
 * @typedef {object} Context  what the code is written for
 * @property {Figure} figure
 * @property {readonly number[]} shape  of x
 * @property {boolean} [naive]  whether x − mean is left as it stands, fit or not
 */
/** @typedef {ReturnType<typeof sceneOf>} Scene */

/**
 * The settings for writing code. A tensor whose channels are split is written as g, which has a dim more.
 * @param {Context} context
 */
function sceneOf({ figure, shape, naive = false }) {
  const isSplit = figure.channelGroups > 1;
  const seen = splitChannels(shape, figure.dims, figure.channelGroups);
  return {
    ...figure,
    ...seen,
    x: isSplit ? "g" : "x",
    isSplit,
    isTrailing: seen.dims.every((dim, i) => dim === seen.shape.length - seen.dims.length + i),
    isGroupNorm:
      isSplit &&
      figure.center &&
      figure.correction === 0 &&
      figure.epsAt === "inside" &&
      figure.dims.length === shape.length - 1 &&
      !figure.dims.includes(0),
    fits: naive || broadcastOf(seen.shape, seen.dims, figure.keepdim) === "right",
  };
}

/** @param {Panel | ""} panel @param {string} name @param {string} text @returns {Line} */
const fixed = (panel, name, text) => ({ panel, name, before: text, slot: "", after: "", takes: null });

/**
 * @param {Panel} panel
 * @param {string} name
 * @param {string} before
 * @param {readonly string[]} given
 * @param {string} after
 * @param {Takes} takes
 * @returns {Line}
 */
const call = (panel, name, before, given, after, takes) => ({
  panel,
  name,
  before,
  slot: given.join(", "),
  after,
  takes,
});

/**
 * A line with the sum of a spread and eps. Outside the root an eps of 0 is written out: it shows where eps goes.
 * @param {Scene} scene
 * @param {Panel | ""} panel
 * @param {string} name
 * @param {string} before
 * @param {string} after
 * @returns {Line}
 */
const sum = ({ eps, epsAt }, panel, name, before, after) => ({
  panel,
  name,
  before,
  slot: eps === 0 && epsAt === "inside" ? "" : ` + ${formatEps(eps)}`,
  after,
  takes: "term",
});

/** @param {Scene} scene @param {string} brackets around a list of several */
function dimsInCode({ dims, shape }, brackets) {
  if (dims.length === 1) return String(dimInCode(dims[0], shape));
  return `${brackets[0]}${dims.join(", ")}${brackets[1]}`;
}

// Python -----------------------------------------------------------------------------------------------------

/**
 * @typedef {object} Dialect
 * @property {string} dim
 * @property {string} keepdim
 * @property {0 | 1} correction  of a var() that is not told
 * @property {(correction: 0 | 1) => string} corrected
 * @property {(name: string, scene: Scene) => string} back  a statistic with its dims put back
 * @property {(x: string) => string} square
 * @property {string} root
 * @property {string} [inverseRoot]
 * @property {string} [groupNorm]
 */

/** @type {Dialect} */
const PYTORCH = {
  dim: "dim",
  keepdim: "keepdim",
  correction: DEFAULTS.variance.correction,
  corrected: (correction) => `correction=${correction}`,
  back: (name, { dims, shape }) => name + dims.map((dim) => `.unsqueeze(${dimInCode(dim, shape)})`).join(""),
  square: (x) => `${x}.pow(2)`,
  root: "torch.sqrt",
  inverseRoot: "torch.rsqrt",
  groupNorm: "torch.nn.functional.group_norm",
};

/** @type {Dialect} */
const NUMPY = {
  dim: "axis",
  keepdim: "keepdims",
  correction: 0,
  corrected: (correction) => `ddof=${correction}`,
  back: (name, scene) => `np.expand_dims(${name}, ${dimsInCode(scene, "()")})`,
  square: (x) => `(${x}**2)`,
  root: "np.sqrt",
};

/** @param {Dialect} dialect @returns {(scene: Scene) => Line[]} */
const python = (dialect) => (scene) => {
  const { x, shape, dims, center, stage, isSplit } = scene;
  const lines = isSplit ? [fixed("", x, `${x} = x.reshape(${shape.join(", ")})`)] : [];
  lines.push(...statistics(dialect, scene));
  const centred = center ? `${x} - ${putBack(dialect, scene, "mean")}` : x;
  if (stage === 1 && center) {
    lines.push(fixed("out", "centred", `centred = ${isSplit ? `(${centred}).reshape(x.shape)` : centred}`));
  }
  if (stage >= 2) lines.push(division(dialect, scene, center ? `(${centred})` : x));
  if (stage === 3 && !isSplit) {
    const weight = (/** @type {string} */ name) => name + alignment(dims, shape);
    lines.push(fixed("y", "y", `y = ${weight("weight")} * x_norm + ${weight("bias")}`));
  }
  return lines;
};

/** @param {Dialect} dialect @param {Scene} scene @returns {Line[]} */
function statistics(dialect, scene) {
  const { x, keepdim, correction, center } = scene;
  const reduce = [`${dialect.dim}=${dimsInCode(scene, "()")}`, `${dialect.keepdim}=${keepdim ? "True" : "False"}`];
  const takes = /** @type {const} */ ({ dims: null, keepdim: false });
  if (!center) return [call("variance", "ms", `ms = ${dialect.square(x)}.mean(`, reduce, ")", takes)];
  const corrected = correction === dialect.correction ? [] : [dialect.corrected(correction)];
  return [
    call("mean", "mean", `mean = ${x}.mean(`, reduce, ")", takes),
    call("variance", "var", `var = ${x}.var(`, [...reduce, ...corrected], ")", {
      ...takes,
      correction: dialect.correction,
    }),
  ];
}

/** @param {Dialect} dialect @param {Scene} scene @param {string} name */
const putBack = (dialect, scene, name) => (scene.fits ? name : dialect.back(name, scene));

/** @param {Dialect} dialect @param {Scene} scene @param {string} above @returns {Line} */
function division(dialect, scene, above) {
  const { epsAt, eps, center, channelGroups, isSplit, isGroupNorm } = scene;
  if (isGroupNorm && dialect.groupNorm) {
    const before = `x_norm = ${dialect.groupNorm}(x, ${channelGroups}, `;
    return call("out", "x_norm", before, [`eps=${formatEps(eps)}`], ")", DEFAULTS.groupNorm);
  }
  const [open, close] = isSplit ? ["(", ").reshape(x.shape)"] : ["", ""];
  const spread = putBack(dialect, scene, center ? "var" : "ms");
  if (epsAt === "outside") {
    return sum(scene, "out", "x_norm", `x_norm = ${open}${above} / (${dialect.root}(${spread})`, `)${close}`);
  }
  const over = !center && dialect.inverseRoot ? `* ${dialect.inverseRoot}` : `/ ${dialect.root}`;
  return sum(scene, "out", "x_norm", `x_norm = ${open}${above} ${over}(${spread}`, `)${close}`);
}

/**
 * Weight and bias have the sizes of the reduced dims alone: this index makes them line up with x.
 * @param {readonly number[]} dims
 * @param {readonly number[]} shape
 */
function alignment(dims, shape) {
  const marks = shape.map((_, dim) => (dims.includes(dim) ? ":" : "None")).slice(dims[0]);
  return marks.includes("None") ? `[${marks.join(", ")}]` : "";
}

// JavaScript -------------------------------------------------------------------------------------------------

/** @param {Scene} scene @returns {Line[]} */
function javascript(scene) {
  const { x, shape, stage, center, isSplit } = scene;
  const lines = isSplit ? [fixed("", x, `const ${x} = tensor(x.data, [${shape.join(", ")}]);`)] : [];
  lines.push(...statisticsOfApi(scene));
  if (stage === 1 && center) {
    lines.push(
      fixed("", "group", `const group = (i) => ${indexInCode(scene, (dim) => !scene.dims.includes(dim))};`),
      fixed("out", "centred", `const centred = ${mapped("x.data", "value - m.data[group(i)]")};`),
    );
  }
  if (stage >= 2) lines.push(...normalization(scene));
  if (stage === 3 && !isSplit) lines.push(...affineOfApi(scene));
  return lines;
}

/** @param {string} from @param {string} formula of value and i */
const mapped = (from, formula) => `tensor(${from}.map((value, i) => ${formula}), x.shape)`;

/** @param {Scene} scene @returns {Line[]} */
function statisticsOfApi(scene) {
  const { x, keepdim, correction, center } = scene;
  const reduce = [`dim: ${dimsInCode(scene, "[]")}`, `keepdim: ${keepdim}`];
  const takes = /** @type {const} */ ({ dims: null, keepdim: false });
  if (!center) {
    return [
      fixed("", "squares", `const squares = tensor(${x}.data.map((value) => value ** 2), ${x}.shape);`),
      call("variance", "ms", "const ms = mean(squares, { ", reduce, " });", takes),
    ];
  }
  const corrected = correction === DEFAULTS.variance.correction ? [] : [`correction: ${correction}`];
  return [
    call("mean", "m", `const m = mean(${x}, { `, reduce, " });", takes),
    call("variance", "v", `const v = variance(${x}, { `, [...reduce, ...corrected], " });", {
      ...takes,
      ...DEFAULTS.variance,
    }),
  ];
}

/** Whether one function of the API does it all. @param {Scene} scene */
const isOneCall = ({ center, epsAt, isTrailing, isSplit }) =>
  epsAt === "inside" && (center || (isTrailing && !isSplit));

/** The settings of normalize(). @param {Scene} scene */
const settingsOfApi = (scene) => [
  `dim: ${dimsInCode(scene, "[]")}`,
  `correction: ${scene.correction}`,
  `eps: ${formatEps(scene.eps)}`,
];
const NORMALIZE_TAKES = { dims: null, ...DEFAULTS.normalize };

/** @param {Scene} scene @returns {Line[]} */
function normalization(scene) {
  const { x, dims, shape, center, eps, channelGroups, isSplit, isGroupNorm } = scene;
  const name = "normalized";
  if (!isOneCall(scene)) return elementwise(scene);
  if (!center) {
    const before = `const ${name} = rmsNorm(x, [${dims.map((dim) => shape[dim]).join(", ")}], { `;
    return [call("out", name, before, [`eps: ${formatEps(eps)}`], " });", DEFAULTS.rmsNorm)];
  }
  if (isGroupNorm) {
    const before = `const ${name} = groupNorm(x, ${channelGroups}, { `;
    return [call("out", name, before, [`eps: ${formatEps(eps)}`], " });", DEFAULTS.groupNorm)];
  }
  const [open, close] = isSplit ? ["tensor(", ".data, x.shape)"] : ["", ""];
  const before = `const ${name} = ${open}normalize(${x}, { `;
  return [call("out", name, before, settingsOfApi(scene), ` })${close};`, NORMALIZE_TAKES)];
}

/** No function of the API has this formula: it is written out. @param {Scene} scene @returns {Line[]} */
function elementwise(scene) {
  const { center, epsAt } = scene;
  const spread = `const root = ${center ? "v" : "ms"}.data.map((value) => Math.sqrt(value`;
  const top = center ? "(value - m.data[group(i)])" : "value";
  return [
    fixed("", "group", `const group = (i) => ${indexInCode(scene, (dim) => !scene.dims.includes(dim))};`),
    epsAt === "inside" ? sum(scene, "", "root", spread, "));") : sum(scene, "", "root", `${spread})`, ");"),
    fixed("out", "normalized", `const normalized = ${mapped("x.data", `${top} / root[group(i)]`)};`),
  ];
}

/** @param {Scene} scene @returns {Line[]} */
function affineOfApi(scene) {
  if (isOneCall(scene) && scene.center) {
    return [call("y", "y", "const y = normalize(x, { ", settingsOfApi(scene), ", weight, bias });", NORMALIZE_TAKES)];
  }
  const formula = "value * weight.data[place(i)] + bias.data[place(i)]";
  return [
    fixed("", "place", `const place = (i) => ${indexInCode(scene, (dim) => scene.dims.includes(dim))};`),
    fixed("y", "y", `const y = ${mapped("normalized.data", formula)};`),
  ];
}

/**
 * The row-major index of element i along some dims alone. Neighbouring dims are taken together.
 * @param {Pick<Scene, "shape">} scene
 * @param {(dim: number) => boolean} isWanted
 */
function indexInCode({ shape }, isWanted) {
  const terms = [];
  let scale = 1;
  for (let end = shape.length; end > 0; end--) {
    if (!isWanted(end - 1)) continue;
    let first = end - 1;
    while (first > 0 && isWanted(first - 1)) first--;
    const [inner, size] = [sizeOf(shape.slice(end)), sizeOf(shape.slice(first, end))];
    const whole = inner === 1 ? "i" : `Math.floor(i / ${inner})`;
    const along = first === 0 ? whole : `${whole} % ${size}`;
    terms.unshift(scale === 1 ? along : `${first === 0 ? along : `(${along})`} * ${scale}`);
    scale *= size;
    end = first + 1;
  }
  return terms.join(" + ") || "0";
}

export const LANGUAGES = /** @type {const} */ ({
  pytorch: "PyTorch",
  numpy: "NumPy",
  layernorm: "layernorm",
});
/** @typedef {keyof typeof LANGUAGES} Language */

const WRITERS = { pytorch: python(PYTORCH), numpy: python(NUMPY), layernorm: javascript };

/** @param {Language} language @param {Context} context */
export const codeFor = (language, context) => WRITERS[language](sceneOf(context));

/** @param {Line} line */
export const lineText = ({ before, slot, after }) => before + slot + after;

/** As it goes to the clipboard. @param {readonly Line[]} lines */
export const codeText = (lines) => lines.map(lineText).join("\n");
