/** What the benchmark asks of a library. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @import { Subject } from "../measure.mjs" */

/**
 * LayerNorm of rows: the same numbers for every library.
 * @typedef {object} Problem
 * @property {number} rows
 * @property {number} columns
 * @property {Float32Array} x
 * @property {Float32Array} weight
 * @property {Float32Array} bias
 * @property {number} eps
 */

/**
 * @typedef {object} Times of a call, in seconds
 * @property {number} alone   on data that are in the library's memory, and stay there
 * @property {number} copied  with copies in and out
 */

/** @typedef {{ dx: Float32Array, dweight: Float32Array, dbias: Float32Array }} Gradients */

/**
 * A library that is ready to solve a problem.
 * @typedef {object} Solver
 * @property {Subject[]} subjects           what to measure
 * @property {(seconds: number[]) => Times} times  from the times of the subjects
 * @property {() => Float32Array | Promise<Float32Array>} y
 * @property {() => void | Promise<void>} dispose
 */

/**
 * @typedef {object} Library
 * @property {string} name
 * @property {string} version
 * @property {number} [most]  elements that it solves within a second or so
 * @property {(problem: Problem) => Solver | Promise<Solver>} setUp
 * @property {(problem: Problem, dy: Float32Array) => Promise<Gradients>} [gradients]
 * @property {() => void} [close]
 */

/** @param {number[]} seconds of two subjects @returns {Times} */
export const aloneAndCopied = ([alone, copied]) => ({ alone, copied });

const modules = join(import.meta.dirname, "..", "node_modules");

/** @param {string} name of an npm package */
export const versionOf = (name) => JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8")).version;

/**
 * Imports an npm package that may not be installed, and whose types are therefore unknown.
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function load(name) {
  const module = await import(name);
  return module.default ?? module;
}
