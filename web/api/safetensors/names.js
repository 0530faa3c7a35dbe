/** Names that a file has not. */
import { describe } from "../checks/arguments.js";
import { nearest } from "../checks/nearest.js";
import { quoted } from "./format.js";

/** How much of a name is shown: more than of one that is malformed, for the end of a nested name tells which it is. */
const SHOWN = 120;

/**
 * @param {unknown} name
 * @param {readonly string[]} names those that there are
 */
export function unknownName(name, names) {
  const got = typeof name === "string" ? quoted(name, SHOWN) : describe(name),
    near = typeof name === "string" ? nearest(name, names) : undefined,
    hint = near === undefined ? "" : `; the nearest is ${quoted(near, SHOWN)}`;
  return new RangeError(`name: expected that of a tensor in the file, got ${got}${hint}`);
}
