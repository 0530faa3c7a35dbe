/** What a figure shows, by the package's own API. */
import { moments, normalize, tensor } from "layernorm";
import { CELLS, CLASS } from "./compute.js";
import { spread, subtract } from "./elementwise.js";
import { groupsOf, reducedShape, sizeOf } from "./shapes.js";

/** @typedef {import("./compute.js").Values} Values */
/** @typedef {import("./state.js").Figure} Figure */
/** @typedef {ReturnType<typeof derive>} Derived */

/**
 * Everything a figure shows, from the numbers and the settings it is in.
 * @param {Values} source
 * @param {Pick<Figure, "dims" | "keepdim" | "correction" | "eps" | "weight" | "bias">} settings
 */
export function derive({ shape, values }, { dims, keepdim, correction, eps, weight, bias }) {
  const x = tensor(Float32Array.from(values), shape);
  const dim = [...dims];
  const statistics = moments(x, { dim, keepdim, correction });
  const groups = groupsOf(shape, dims);
  const affineShape = dims.map((d) => shape[d]);
  const affine = {
    weight: Float32Array.from(weight ?? new Array(sizeOf(affineShape)).fill(1)),
    bias: Float32Array.from(bias ?? new Array(sizeOf(affineShape)).fill(0)),
  };
  const centred = tensor(subtract(x.data, statistics.mean.data, groups.groupOf), shape);
  const normalized = normalize(x, { dim, correction, eps });
  const y = normalize(x, {
    dim,
    correction,
    eps,
    weight: tensor(affine.weight, affineShape),
    bias: tensor(affine.bias, affineShape),
  });
  const stages = [x, centred, normalized, y].map((values) => {
    const at = moments(values, { dim, correction });
    return { values: values.data, mean: at.mean.data, deviation: spread(at.variance.data, 0) };
  });
  return {
    shape,
    dims,
    ...groups,
    ...affine,
    affineShape,
    groupSize: sizeOf(affineShape),
    statisticShape: statistics.mean.shape,
    keptShape: reducedShape(shape, dims, true),
    x: x.data,
    mean: statistics.mean.data,
    variance: statistics.variance.data,
    spread: spread(statistics.variance.data, eps),
    centred: centred.data,
    normalized: normalized.data,
    y: y.data,
    stages,
    asCells: normalize(x, { dim, ...CELLS }).data,
    asClass: normalize(x, { dim, ...CLASS }).data,
  };
}

/** What the third panel shows at each stage of the scrubber; the fourth is y. */
export const STAGE_VALUES = /** @type {const} */ (["x", "centred", "normalized", "normalized"]);
