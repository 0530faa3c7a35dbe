/** The operands of layer norm and of RMS norm, which go over rows: forward, backward, and statistics. */
import { ln_norm_rows, ln_norm_rows_backward } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { asTensorOfShape } from "../tensor/as-tensor.js";
import { GRADIENTS, WEIGHT_GRADIENTS, backwardScratch, gradientsOf } from "./backward.js";
import { parameter } from "./forward.js";
import { NONE, output, outs, overwritable, sums } from "./operands.js";
import { asRowParameter, rowIndices, rowParameter } from "./row-parameters.js";
import { run } from "./staging.js";

/** @import { Kernels } from "../kernels.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Rows } from "./normalized-shape.js" */
/** @import { Operand, Operands, Result } from "./operands.js" */
/** @import { RowParameter } from "./row-parameters.js" */

/**
 * @typedef {Record<"x" | "sum" | "residual" | "mean" | "rstd", Operand> & { y: Result, scale: RowParameter, shift:
 *   RowParameter }} RowOperands
 */

/** The kernels of every forward pass over rows. */
export const rowKernels = /* @__PURE__ */ withKernels(ln_norm_rows);

const backwardKernels = /* @__PURE__ */ withKernels(ln_norm_rows_backward);

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
 * @param {Pick<Kernels, "ln_norm_rows">} wasm
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
  run(backwardKernels, outer, all, (wasm, count) =>
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
