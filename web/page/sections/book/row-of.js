/** One row of a matrix. @param {Float32Array} values @param {number} columns @param {number} row */
export const rowOf = (values, columns, row) => values.subarray(row * columns, (row + 1) * columns);
