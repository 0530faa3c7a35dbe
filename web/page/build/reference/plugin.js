/**
 * A TypeDoc plugin: it sorts the exports by task, marks the classes of errors, and adds the page's theme and a link to
 * the page.
 */
import { readFileSync } from "node:fs";
import { CommentTag, Converter, JSX } from "typedoc";

/**
 * Which task an export serves; the order is that of the reference.
 * @type {Record<string, readonly string[]>}
 */
export const TASKS = {
  Normalise: [
    "layerNorm",
    "addLayerNorm",
    "rmsNorm",
    "addRmsNorm",
    "batchNorm",
    "groupNorm",
    "instanceNorm",
    "normalize",
    "l2Normalize",
  ],
  "Columns of data": ["StandardScaler"],
  Layers: [
    "LayerNorm",
    "RMSNorm",
    "BatchNorm",
    "GroupNorm",
    "InstanceNorm",
    "Linear",
    "ReLU",
    "SiLU",
    "GELU",
    "Softmax",
    "Embedding",
    "Sequential",
    "Module",
    "Parameter",
  ],
  Tensors: [
    "tensor",
    "empty",
    "zeros",
    "ones",
    "full",
    "Tensor",
    "fromFloat16",
    "fromBfloat16",
    "toFloat16",
    "toBfloat16",
    "permute",
    "allclose",
    "setPrintOptions",
    "PrintOptions",
  ],
  "Weights from files": [
    "readSafetensors",
    "openSafetensors",
    "writeSafetensors",
    "SafetensorsFile",
    "SafetensorsSource",
  ],
  Statistics: ["mean", "variance", "std", "moments"],
  Gradients: [
    "layerNormBackward",
    "rmsNormBackward",
    "batchNormBackward",
    "groupNormBackward",
    "instanceNormBackward",
    "normalizeBackward",
    "l2NormalizeBackward",
    "linearBackward",
    "reluBackward",
    "siluBackward",
    "geluBackward",
    "siluMulBackward",
    "geluMulBackward",
    "softmaxBackward",
    "matmulBackward",
  ],
  "Beside a norm": [
    "linear",
    "relu",
    "silu",
    "gelu",
    "siluMul",
    "geluMul",
    "softmax",
    "logSoftmax",
    "crossEntropy",
    "matmul",
    "add",
    "mul",
    "embedding",
  ],
  "All threads": ["startThreads", "Threads"],
  "Random numbers": ["manualSeed", "rand", "randn"],
  WebAssembly: ["init", "memoryUsage", "kernels", "Kernels"],
};

/** The task of every export that no task above names: the types of arguments and options. */
const TYPES = "Types of arguments";

/** @param {string} name */
const taskOf = (name) => Object.keys(TASKS).find((task) => TASKS[task].includes(name)) ?? TYPES;

/** @typedef {import("typedoc").ProjectReflection} Project */

/** @param {Project} project */
function categorise({ children = [] }) {
  for (const child of children) {
    const category = new CommentTag("@category", [{ kind: "text", text: taskOf(child.name) }]);
    for (const { comment } of child.signatures ?? [child]) comment?.blockTags.push(category);
  }
}

/** The class of an error, {TypeError}, begins the sentence that says when. @param {Project} project */
function nameErrors(project) {
  const tags = Object.values(project.reflections).flatMap(({ comment }) => comment?.blockTags ?? []);
  for (const tag of tags.filter(({ typeAnnotation }) => typeAnnotation)) {
    tag.content.unshift({ kind: "text", text: `${tag.typeAnnotation?.slice(1, -1)}: ` });
    tag.typeAnnotation = undefined;
  }
}

/** @param {readonly string[]} names @returns {(name: string) => number} what it does not have stands at the end */
const placeIn = (names) => (name) => (names.includes(name) ? names.indexOf(name) : names.length);

/** In the order of TASKS, which TypeDoc's categories do not keep. @param {Project} project */
function arrange({ categories = [] }) {
  const ofTask = placeIn(Object.keys(TASKS)),
    ofName = placeIn(Object.values(TASKS).flat());
  categories.sort((a, b) => ofTask(a.title) - ofTask(b.title));
  for (const { children } of categories) children.sort((a, b) => ofName(a.name) - ofName(b.name));
}

const themeScript = readFileSync(new URL("theme.js", import.meta.url), "utf8");

const shareTheme = () => JSX.createElement("script", null, JSX.createElement(JSX.Raw, { html: themeScript }));

/** @param {import("typedoc").DefaultThemeRenderContext} context */
const linkToPage = (context) =>
  JSX.createElement("p", null, JSX.createElement("a", { href: `${context.relativeURL("./")}../` }, "To the page"));

/** Behind TypeDoc's own listeners. */
const LAST = -1000;

/** @param {import("typedoc").Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    nameErrors(project);
    categorise(project);
  });
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => arrange(project), LAST);
  app.renderer.hooks.on("body.begin", shareTheme);
  app.renderer.hooks.on("sidebar.begin", linkToPage);
}
