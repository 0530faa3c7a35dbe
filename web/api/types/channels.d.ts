/** @import { Tensor } from "./tensor.js" */
/**
 * A tensor [N, C, ...] as channels.
 * @typedef {object} Channels
 * @property {number} batch N
 * @property {number} channels C
 * @property {number} inner elements of one channel of one sample
 */
/**
 * @param {Tensor} x
 * @returns {Channels}
 * @throws {RangeError} if x has fewer than 2 dims
 */
export function channelsOf({ _sizes: shape }: Tensor): Channels;
/**
 * A tensor [N, C, ...] as channels.
 */
export type Channels = {
    /**
     * N
     */
    batch: number;
    /**
     * C
     */
    channels: number;
    /**
     * elements of one channel of one sample
     */
    inner: number;
};
import type { Tensor } from "./tensor.js";
