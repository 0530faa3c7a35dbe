/** The names of groups, as short as tracks and outlines have them; whole ones are in group-nouns.js. */
import { letterOf } from "../../kit/shapes.js";

/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {"letters" | "indices"} Naming */

/**
 * A column of a matrix goes by its index, as its slice has it: letters are the rows there. Every other group goes by
 * its letter; one alone needs no name.
 * @param {Pick<Derived, "dims" | "rank" | "groupCount">} view
 * @returns {Naming | undefined}
 */
export function namingOf({ dims, rank, groupCount }) {
  if (groupCount === 1) return undefined;
  return rank === 2 && dims[0] === 0 ? "indices" : "letters";
}

/** "D", "3", or nothing. @param {number} group @param {Naming | undefined} naming */
export const labelBy = (group, naming) => (naming === "letters" ? letterOf(group) : naming ? String(group) : "");

/** @param {Pick<Derived, "dims" | "rank" | "groupCount">} view @param {number} group */
export const groupLabel = (view, group) => labelBy(group, namingOf(view));
