/** What a normalization makes of groups of two numbers. */
import { normalize, tensor } from "layernorm";

/** @typedef {import("../../figure/values/derive.js").Derived} Derived */

/**
 * How far from 0 both numbers of any pair come out without eps, by the kernels.
 * @param {0 | 1} correction
 */
export const sizeOfPairs = (correction) => normalize(tensor([-1, 1]), { correction, eps: 0 }).data[1];

/**
 * The least and the most of that among the pairs of a figure whose numbers differ; 0 and 0 where none does.
 * @param {Pick<Derived, "normalized" | "groupOf" | "members" | "x">} view
 * @returns {[least: number, most: number]}
 */
export function reachOfPairs({ normalized, members, x }) {
  const sizes = members.filter(([a, b]) => x[a] !== x[b]).map(([a]) => Math.abs(normalized[a]));
  return sizes.length === 0 ? [0, 0] : [Math.min(...sizes), Math.max(...sizes)];
}
