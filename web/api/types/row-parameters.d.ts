/**
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {Rows} rows
 * @returns {Tensor | null} null: it was left out
 * @throws {RangeError} if it does not end with the normalised shape, or does not broadcast against x
 */
export function asRowParameter(value: unknown, name: string, rows: Rows): Tensor | null;
/**
 * Which row of a parameter belongs to each row of x.
 * @param {Operands} all
 * @param {readonly number[]} shape of the parameter
 * @param {Rows} rows
 * @returns {Operand} NONE: the first belongs to all of them
 */
export function rowIndices(all: Operands, shape: readonly number[], { source: { _sizes: of }, sizes }: Rows): Operand;
/**
 * @param {Operands} all
 * @param {unknown} value
 * @param {string} name of the argument
 * @param {Rows} rows
 * @param {RowParameter} [like] another one, which may have the same shape
 * @returns {RowParameter}
 */
export function rowParameter(all: Operands, value: unknown, name: string, rows: Rows, like?: RowParameter): RowParameter;
/**
 * A parameter of rows.
 */
export type RowParameter = {
    values: Operand;
    /**
     * which row of it belongs to each row of x; NONE: the first to all of them
     */
    row: Operand;
    /**
     * its own; the normalised one if it was left out
     */
    shape: readonly number[];
};
import type { Rows } from "./normalized-shape.js";
import type { Tensor } from "./tensor.js";
import type { Operands } from "./operands.js";
import type { Operand } from "./operands.js";
