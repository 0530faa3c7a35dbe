/**
 * The operands that several norms have in common: x, weight and bias forward, dy and the gradients backward, and the
 * statistics of rows. Each is named as in c/norm.h.
 */
import { constants } from "./kernels.js";
import { input, NONE, output, outs, overwritable, scratch, sums } from "./operands.js";
import { asRowParameter, rowIndices, rowParameter } from "./row-parameters.js";
import { run } from "./staging.js";
import { asTensorOfShape } from "./tensor.js";

/** @import { Kernels } from "./kernels.js" */
/** @import { Rows } from "./normalized-shape.js" */
/** @import { Operand, Operands, Result } from "./operands.js" */
/** @import { RowParameter } from "./row-parameters.js" */
/** @import { Input, Target, Tensor } from "./tensor.js" */

/**
 * @typedef {object} Affine
 * @property {Input | null} [weight] what x-hat is multiplied by: of the normalised shape, or of one element a channel;
 *   of rows, it may have more dims before the normalised ones (default: none, as if it were 1)
 * @property {Input | null} [bias] what is added then, of such a shape (default: none, as if it were 0)
 * @property {number} [eps] added to the variance, inside the root: a finite number >= 0 (default 1e-5)
 */

/**
 * @typedef {object} WeightOffset
 * @property {number} [weightOffset] added to the weight in float32: 1 where a model stores weight - 1, as Gemma and
 *   adaLN do (default 0)
 */

/**
 * @typedef {object} Out
 * @property {Target} [out] written and returned: of the result's shape; may be x itself (default: a new tensor)
 */

/**
 * The gradients of sum(y * dy).
 * @typedef {object} Gradients
 * @property {Tensor} dx of x's shape
 * @property {Tensor} dweight of weight's shape, also where no weight was given
 * @property {Tensor} dbias of bias's shape, also where no bias was given
 */

/**
 * Where a backward pass writes its gradients.
 * @typedef {object} GradientTargets
 * @property {Target} dx of x's shape; may be dy or x itself
 * @property {Target} dweight of weight's shape
 * @property {Target} dbias of bias's shape
 */

/**
 * @typedef {object} BackwardOptions
 * @property {Input | null} [weight] as in the forward pass (default: none, as if it were 1)
 * @property {number} [eps] as in the forward pass (default 1e-5)
 * @property {GradientTargets} [out] all three are written and returned (default: new tensors)
 */

/**
 * An operand that may be left out.
 * @param {Operands} all
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {readonly number[]} shape
 * @param {number} [step]
 */
export const parameter = (all, value, name, shape, step) =>
  value === undefined || value === null ? NONE : input(all, asTensorOfShape(value, name, shape), step);

/**
 * The operands of a forward pass.
 * @param {Operands} all
 * @param {Tensor} source x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, bias?: unknown }} options
 * @param {unknown} out
 * @param {string} [name] of out
 */
export function forwardOperands(all, source, step, shape, options, out, name) {
  const x = overwritable(all, source, step),
    weight = parameter(all, options.weight, "weight", shape),
    bias = parameter(all, options.bias, "bias", shape);
  return { y: output(all, out, source._sizes, step, x, name), x, weight, bias };
}

/** @typedef {Record<"x" | "sum" | "residual" | "mean" | "rstd", Operand> & { y: Result, scale: RowParameter, shift: RowParameter }} RowOperands */

/**
 * The operands of a forward pass over rows; what a call has more takes the place of NONE.
 * @param {Operands} all
 * @param {Rows} rows
 * @param {{ weight?: unknown, bias?: unknown }} options
 * @param {unknown} out
 * @param {string} [name] of out
 */
export function rowOperands(all, rows, { weight, bias }, out, name) {
  const { source, n } = rows,
    x = overwritable(all, source, n),
    scale = rowParameter(all, weight, "weight", rows),
    shift = rowParameter(all, bias, "bias", rows, scale);
  const y = output(all, out, source._sizes, n, x, name);
  /** @type {RowOperands} */
  const operands = { y, x, scale, shift, sum: NONE, residual: NONE, mean: NONE, rstd: NONE };
  return operands;
}

/**
 * Runs ln_norm_rows on some rows.
 * @param {Kernels} wasm
 * @param {number} count of rows
 * @param {Rows} rows
 * @param {RowOperands} operands
 * @param {number} weightOffset
 * @param {number} eps
 * @param {number} centered 1: layer norm; 0: RMS norm
 */
export function normRows(wasm, count, { n }, operands, weightOffset, eps, centered) {
  const { y, sum, mean, rstd, x, residual, scale, shift } = operands;
  wasm.ln_norm_rows(
    y.pointer,
    sum.pointer,
    mean.pointer,
    rstd.pointer,
    x.pointer,
    residual.pointer,
    scale.values.pointer,
    shift.values.pointer,
    scale.row.pointer,
    shift.row.pointer,
    count,
    n,
    weightOffset,
    eps,
    centered,
  );
}

const { LN_SCRATCH_PER_ELEMENT, LN_SCRATCH_MORE } = constants;

/**
 * The room that the backward passes over rows ask for: LN_SCRATCH_FLOATS of c/norm.h.
 * @param {Operands} all
 * @param {number} n elements of a row
 */
export const backwardScratch = (all, n) => scratch(all, LN_SCRATCH_PER_ELEMENT * n + LN_SCRATCH_MORE);

/* What `out` of a backward pass holds: with a weight and a bias, with a weight, with neither. */
export const GRADIENTS = /** @type {const} */ (["dx", "dweight", "dbias"]);
export const WEIGHT_GRADIENTS = /** @type {const} */ (["dx", "dweight"]);
export const DX = /** @type {const} */ (["dx"]);

/**
 * The operands of a backward pass.
 * @param {Operands} all
 * @param {Input} gradient dy
 * @param {Tensor} source x
 * @param {number} step how many elements of x belong to one outer index
 * @param {readonly number[]} shape of weight and bias
 * @param {{ weight?: unknown, out?: unknown }} options
 * @param {readonly (typeof GRADIENTS[number])[]} [names]
 */
export function backwardOperands(all, gradient, source, step, shape, options, names = GRADIENTS) {
  /** @type {{ dx?: unknown, dweight?: unknown, dbias?: unknown }} */
  const given = outs(options.out, names);
  const dy = overwritable(all, asTensorOfShape(gradient, "dy", source._sizes), step),
    x = overwritable(all, source, step);
  const weight = parameter(all, options.weight, "weight", shape),
    dx = output(all, given.dx, source._sizes, step, dy, "out.dx");
  const dweight = names.length > 1 ? sums(all, given.dweight, shape, "out.dweight") : NONE;
  const dbias = names.length > 2 ? sums(all, given.dbias, shape, "out.dbias") : NONE;
  return { dx, dweight, dbias, dy, x, weight };
}

/**
 * The gradients of rows, by ln_norm_rows_backward.
 * @param {Operands} all those of saved statistics
 * @param {Input} gradient dy
 * @param {Rows} rows
 * @param {{ weight?: unknown, bias?: unknown, out?: unknown }} options
 * @param {{ mean: Operand, rstd: Operand }} saved
 * @param {number} weightOffset
 * @param {number} eps
 * @param {number} centered 1: layer norm; 0: RMS norm
 */
export function rowGradients(all, gradient, rows, options, { mean, rstd }, weightOffset, eps, centered) {
  const { source, n, outer } = rows,
    /** @type {{ dx?: unknown, dweight?: unknown, dbias?: unknown }} */
    given = outs(options.out, centered ? GRADIENTS : WEIGHT_GRADIENTS);
  const dy = overwritable(all, asTensorOfShape(gradient, "dy", source._sizes), n),
    x = overwritable(all, source, n);
  const scale = rowParameter(all, options.weight, "weight", rows),
    bias = asRowParameter(options.bias, "bias", rows),
    biasRow = bias ? rowIndices(all, bias._sizes, rows) : scale.row;
  const dx = output(all, given.dx, source._sizes, n, dy, "out.dx"),
    dweight = sums(all, given.dweight, scale.shape, "out.dweight"),
    dbias = centered ? sums(all, given.dbias, bias ? bias._sizes : scale.shape, "out.dbias") : NONE,
    room = backwardScratch(all, n);
  run(outer, all, (wasm, count) =>
    wasm.ln_norm_rows_backward(
      dx.pointer,
      dweight.pointer,
      dbias.pointer,
      room.pointer,
      dy.pointer,
      x.pointer,
      mean.pointer,
      rstd.pointer,
      scale.values.pointer,
      scale.row.pointer,
      biasRow.pointer,
      count,
      n,
      weightOffset,
      eps,
      centered,
    ),
  );
  return gradientsOf({ dx, dweight, dbias });
}

/**
 * @param {Record<"dx" | "dweight" | "dbias", Operand>} operands
 * @returns {Gradients}
 */
export const gradientsOf = ({ dx, dweight, dbias }) =>
  /** @type {Gradients} */ ({ dx: dx.tensor, dweight: dweight.tensor, dbias: dbias.tensor });

/**
 * @param {Rows} rows
 * @returns {number[]} the shape of a statistic: the normalised dims have size 1
 */
const statisticShape = ({ source: { _sizes: shape }, sizes }) =>
  shape.map((size, d) => (d < shape.length - sizes.length ? size : 1));

/**
 * A statistic of rows that a forward pass gives.
 * @param {Operands} all
 * @param {Rows} rows
 */
export const statistic = (all, rows) => output(all, undefined, statisticShape(rows), 1);

/**
 * A statistic of rows that a forward pass gave, if the caller has it.
 * @param {Operands} all
 * @param {unknown} value
 * @param {string} name
 * @param {Rows} rows
 */
export const savedStatistic = (all, value, name, rows) => parameter(all, value, name, statisticShape(rows), 1);

/** What `out` of a forward pass that first adds a residual holds. */
export const ADD_OUTS = /** @type {const} */ (["y", "sum"]);

/**
 * Adds to the operands of a forward pass those that it has more if it first adds a residual.
 * @param {RowOperands} operands
 * @param {Operands} all
 * @param {Input} value the residual
 * @param {Rows} rows
 * @param {unknown} out of the sum
 */
export function addResidual(operands, all, value, { source, n }, out) {
  const residual = overwritable(all, asTensorOfShape(value, "residual", source._sizes), n),
    sum = output(all, out, source._sizes, n, residual, "out.sum");
  operands.residual = residual;
  operands.sum = sum;
  return { sum };
}
