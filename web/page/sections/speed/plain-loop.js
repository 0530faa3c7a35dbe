/**
 * LayerNorm of rows as one writes it by hand, in three passes: sums in double, as all numbers of JavaScript are.
 * @param {Float32Array} y
 * @param {Float32Array} x
 * @param {Float32Array} weight
 * @param {Float32Array} bias
 * @param {number} rows
 * @param {number} n
 * @param {number} eps
 */
export function layerNorm(y, x, weight, bias, rows, n, eps) {
  for (let row = 0; row < rows; row++) {
    const start = row * n;
    const end = start + n;
    let mean = 0;
    for (let i = start; i < end; i++) mean += x[i];
    mean /= n;
    let variance = 0;
    for (let i = start; i < end; i++) variance += (x[i] - mean) * (x[i] - mean);
    variance /= n;
    const rstd = 1 / Math.sqrt(variance + eps);
    for (let i = start; i < end; i++) y[i] = (x[i] - mean) * rstd * weight[i - start] + bias[i - start];
  }
}
