/**
 * @typedef {object} Groups
 * @property {number} outer
 * @property {number} n elements in a group, at least 1
 * @property {number} inner
 * @property {number[] | null} order null: the tensor is read as it stands. Otherwise the dims to reduce do not lie side
 *   by side; with its dims in this order, the reduced ones last, its groups are rows
 * @property {number[]} kept the shape of a statistic with keepdim: the reduced dims have size 1
 * @property {number[]} reduced its shape without keepdim: the reduced dims are gone
 */
/**
 * @param {readonly number[]} shape
 * @param {readonly number[]} dims from the front, each once, in any order
 * @returns {Groups}
 * @throws {RangeError} if a group has no element
 */
export function groupsOf(shape: readonly number[], dims: readonly number[]): Groups;
export type Groups = {
    outer: number;
    /**
     * elements in a group, at least 1
     */
    n: number;
    inner: number;
    /**
     * null: the tensor is read as it stands. Otherwise the dims to reduce do not lie side
     * by side; with its dims in this order, the reduced ones last, its groups are rows
     */
    order: number[] | null;
    /**
     * the shape of a statistic with keepdim: the reduced dims have size 1
     */
    kept: number[];
    /**
     * its shape without keepdim: the reduced dims are gone
     */
    reduced: number[];
};
