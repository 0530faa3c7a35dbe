/** The numbers that a figure shows, computed by the package's own API. */
import { mean as meanOf, moments, normalize } from "layernorm";
import { CELLS, CLASS } from "../../course/book.js";
import { beyondFirstView } from "./beyond-first-view.js";
import { divide, scaleAndShift, spread, square, subtract } from "./elementwise.js";
import { groupsOf, reducedShape, sizeOf, splitChannels } from "../../kit/shapes.js";
import { reachOf } from "../../kit/styles/ramp.js";

/** @typedef {import("../../course/spec-form.js").Values} Values */
/** @typedef {import("../../store/state.js").Figure} Figure */
/**
 * @typedef {Pick<Figure, "dims" | "keepdim" | "correction" | "eps" | "epsAt" | "center" | "channelGroups" |
 *   "weight" | "bias">} Settings
 */
/** @typedef {ReturnType<typeof derive>} Derived */

/**
 * A value that is computed when it is first read, and then kept: a figure reads a part of the numbers, and a drag reads
 * them anew with every frame.
 * @template T
 * @param {() => T} make
 * @returns {() => T}
 */
function once(make) {
  /** @type {{ value: T } | undefined} */
  let made;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Everything a figure shows, from the numbers and the settings it is in.
 * @param {Values} source
 * @param {Settings} settings
 */
export function derive({ shape, values, names = null, rows = null }, settings) {
  // As the code has it, where groups of channels are a dim of their own.
  const seen = splitChannels(shape, settings.dims, settings.channelGroups);
  const shapes = shapesOf(shape, seen, settings);
  const groups = groupsOf(shape, settings.dims, settings.channelGroups);
  const numbers = computeWith(seen, shapes.affineShape, values, settings, groups);
  const naive = once(() => beyondFirstView.withoutPuttingBack(shape, shapes.statisticShape, numbers, groups));
  const reach = once(() => reachOf(...numbers.stages.map((stage) => stage.values)));
  return {
    shape,
    names,
    rows,
    dims: settings.dims,
    center: settings.center,
    correction: settings.correction,
    rank: shape.length,
    ...groups,
    groupCount: groups.members.length,
    ...shapes,
    get broadcast() {
      return beyondFirstView.broadcastOf(shape, settings.dims, settings.keepdim);
    },
    x: values,
    weight: numbers.affine.weight,
    bias: numbers.affine.bias,
    get mean() {
      return numbers.mean();
    },
    get variance() {
      return numbers.variance();
    },
    get spread() {
      return numbers.spread();
    },
    get centred() {
      return numbers.centred();
    },
    get normalized() {
      return numbers.normalized();
    },
    get y() {
      return numbers.y();
    },
    stages: numbers.stages,
    get asCells() {
      return numbers.as(CELLS);
    },
    get asClass() {
      return numbers.as(CLASS);
    },
    /** Where the figure's ramp ends: one scale for all of its panels, at every stage. */
    get reach() {
      return reach();
    },
    get naive() {
      return naive();
    },
  };
}

/**
 * The shapes of weight and bias, and of the statistics: with the reduced dims kept, and as keepdim has it.
 * @param {readonly number[]} shape
 * @param {ReturnType<typeof splitChannels>} seen
 * @param {Settings} settings
 */
function shapesOf(shape, seen, { dims, keepdim, channelGroups }) {
  const affineShape = seen.dims.map((dim) => seen.shape[dim]);
  const kept = reducedShape(shape, dims, true);
  return {
    affineShape,
    groupSize: sizeOf(affineShape),
    keptShape: kept.map((size, dim) => (dim === 1 && dims.includes(1) ? channelGroups : size)),
    statisticShape: reducedShape(seen.shape, seen.dims, keepdim),
  };
}

/** @typedef {ReturnType<typeof computeWith>} Numbers */
/** @typedef {(values: Float32Array) => { mean: Float32Array, variance: Float32Array }} Statistics */

/**
 * @param {ReturnType<typeof splitChannels>} seen
 * @param {readonly number[]} placeShape  of weight and bias
 * @param {Float32Array} x
 * @param {Settings} settings
 * @param {import("../../kit/shapes.js").Groups} groups
 */
function computeWith(seen, placeShape, x, settings, { groupOf, placeOf, members }) {
  const { correction, eps, epsAt, center, channelGroups } = settings;
  const dim = [...seen.dims];
  // What every op takes for a tensor; tensor() would bring what prints one into the first view.
  const asTensor = (/** @type {Float32Array} */ data, shape = seen.shape) => ({ data, shape });
  const affine = {
    weight: Float32Array.from(settings.weight ?? new Array(sizeOf(placeShape)).fill(1)),
    bias: Float32Array.from(settings.bias ?? new Array(sizeOf(placeShape)).fill(0)),
  };
  const zeros = new Float32Array(members.length);
  /** Mean and variance; of RMSNorm, which has neither, 0 and the mean of the squares. @type {Statistics} */
  const statisticsOf = (values) => {
    if (!center) return { mean: zeros, variance: meanOf(asTensor(square(values)), { dim }).data };
    const { mean, variance } = moments(asTensor(values), { dim, correction });
    return { mean: mean.data, variance: variance.data };
  };
  const statistics = once(() => statisticsOf(x));
  const mean = () => statistics().mean;
  const variance = () => statistics().variance;
  const root = once(() => spread(variance(), eps, epsAt));
  const centred = once(() => (center ? subtract(x, mean(), groupOf) : x));
  const isTrailing = dim.every((d, i) => d === seen.shape.length - dim.length + i);
  const normalized = once(() => {
    if (center && epsAt === "inside") return normalize(asTensor(x), { dim, correction, eps }).data;
    if (!center && epsAt === "inside" && isTrailing && channelGroups === 1) {
      return beyondFirstView.rmsNorm(asTensor(x), placeShape, { eps }).data;
    }
    return divide(centred(), root(), groupOf);
  });
  const y = once(() => {
    if (settings.weight === null) return normalized();
    if (!center || epsAt === "outside") return scaleAndShift(normalized(), affine.weight, affine.bias, placeOf);
    const [weight, bias] = [affine.weight, affine.bias].map((values) => asTensor(values, placeShape));
    return normalize(asTensor(x), { dim, correction, eps, weight, bias }).data;
  });
  return {
    affine,
    x,
    mean,
    variance,
    spread: root,
    centred,
    normalized,
    y,
    stages: [() => x, centred, normalized, y].map((values) => stageOf(values, statisticsOf)),
    as: (/** @type {typeof CELLS} */ recipe) => normalize(asTensor(x), { dim, ...recipe }).data,
  };
}

/**
 * The numbers that a stage of the slider shows, and their statistics.
 * @param {() => Float32Array} values
 * @param {Statistics} statisticsOf
 */
const stageOf = (values, statisticsOf) => ({
  get values() {
    return values();
  },
  statistics: once(() => statisticsOf(values())),
  get mean() {
    return this.statistics().mean;
  },
  get deviation() {
    return spread(this.statistics().variance, 0);
  },
});

/** The third panel's numbers at each stage of the slider; at the fourth stage they are y. */
export const STAGE_VALUES = /** @type {const} */ (["x", "centred", "normalized", "normalized"]);
