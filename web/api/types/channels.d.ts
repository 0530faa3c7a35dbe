/** @import { Input } from "./tensor.js" */
/**
 * @param {Input} x [N, C, ...]
 * @throws {RangeError} if x has fewer than 2 dims
 */
export function channelsOf(x: Input): {
    source: import("./tensor.js").Tensor;
    batch: number;
    channels: number;
    inner: number;
    step: number;
};
import type { Input } from "./tensor.js";
