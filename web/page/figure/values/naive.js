/** What code computes that does not put the dims of the mean back. */
import { broadcastIndices, broadcastShapes } from "../../kit/broadcast.js";
import { formatShape } from "../../kit/shapes.js";
import { divide, subtract } from "./elementwise.js";

/**
 * `(x - mean) / sqrt(var)` as it stands: PyTorch's rule lines the shapes up, whatever was meant. Where the result has
 * not the shape of x, the sentence that says so.
 * @param {readonly number[]} shape
 * @param {readonly number[]} statisticShape
 * @param {import("./derive.js").Numbers} numbers
 * @param {import("../../kit/shapes.js").Groups} groups
 */
export function withoutPuttingBack(shape, statisticShape, numbers, { groupOf }) {
  const met = broadcastShapes(shape, statisticShape);
  if ("error" in met) return met;
  if (`${met.shape}` !== `${shape}`) {
    return { error: `No error, but x - mean has shape ${formatShape(met.shape)}, not ${formatShape(shape)}` };
  }
  const takenFrom = broadcastIndices(shape, statisticShape);
  // Where each value meets its own statistic, the kernels have computed the same in one call, to the last bit.
  const isMeant = takenFrom.every((statistic, index) => statistic === groupOf[index]);
  const centred = isMeant ? numbers.centred() : subtract(numbers.x, numbers.mean(), takenFrom);
  return {
    takenFrom,
    centred,
    normalized: isMeant ? numbers.normalized() : divide(centred, numbers.spread(), takenFrom),
    /** Whether an element met a statistic that is not its own. @param {number} index */
    isWrong: (index) => takenFrom[index] !== groupOf[index],
  };
}
