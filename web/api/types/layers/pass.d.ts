/** A pass through layers that is done in all of them or in none. */
/** @import { Tensor } from "../tensor/tensor.js" */
/**
 * A gradient that is to be added to the sum of those that there were, or to be that sum if there were none.
 * @typedef {object} Addition
 * @property {Record<string, Tensor>} sums of a layer, by the parameters' names
 * @property {string} name
 * @property {Tensor} gradient
 */
/**
 * What is left to do when the pass has come through all layers, and what undoes that of layers which did it at once.
 * @typedef {object} Pass
 * @property {Addition[]} additions
 * @property {Float32Array[]} zeroed elements that become 0
 * @property {(() => void)[]} undo
 */
/**
 * @template T
 * @param {(pass: Pass) => T} through the layers
 * @returns {T} what it gives
 */
export function run<T>(through: (pass: Pass) => T): T;
/**
 * Undoes what was done, the last first. What one of them throws is passed over: the others are to be undone all the
 * same, and the caller is told of the error that came before.
 * @param {readonly (() => unknown)[]} undo
 */
export function undoAll(undo: readonly (() => unknown)[]): void;
/**
 * A gradient that is to be added to the sum of those that there were, or to be that sum if there were none.
 */
export type Addition = {
    /**
     * of a layer, by the parameters' names
     */
    sums: Record<string, Tensor>;
    name: string;
    gradient: Tensor;
};
/**
 * What is left to do when the pass has come through all layers, and what undoes that of layers which did it at once.
 */
export type Pass = {
    additions: Addition[];
    /**
     * elements that become 0
     */
    zeroed: Float32Array[];
    undo: (() => void)[];
};
import type { Tensor } from "../tensor/tensor.js";
