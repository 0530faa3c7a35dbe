/**
 * Runs a kernel over an outer dim, with the operands where it can reach them. Wrong aliasing is found before anything
 * is written.
 *
 * @param {number} outer
 * @param {Operands} all
 * @param {(kernels: Kernels, count: number) => void} call is given how many outer indices the operands' pointers now
 *   stand for
 */
export function run(outer: number, all: Operands, call: (kernels: Kernels, count: number) => void): void;
import type { Operands } from "./operands.js";
import type { Kernels } from "../kernels.js";
