/** What the ops with a weight for each channel share: they see a tensor as (batch, channels, inner). */
import { elementCount, wrongValue } from "../checks/arguments.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Input } from "../tensor/as-tensor.js" */

/**
 * @param {Input} x [N, C, ...]
 * @throws {RangeError} if x has fewer than 2 dims
 */
export function channelsOf(x) {
  const source = asTensor(x, "x"),
    [batch, channels, ...rest] = source._sizes,
    inner = elementCount(rest);
  if (channels === undefined) throw wrongValue("x", "shape [N, C, ...]", source._sizes);
  return { source, batch, channels, inner, step: channels * inner };
}
