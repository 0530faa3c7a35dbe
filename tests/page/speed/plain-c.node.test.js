/** Plain C and the loop of JavaScript, which the kernels are measured beside: their sources, and that all agree. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { layerNorm as packaged, tensor } from "layernorm";
import { describe, expect, test } from "vitest";
import { layerNorm } from "../../../web/page/sections/speed/plain-loop.js";
import stamp from "../../../web/page/sections/speed/plain/layer-norm.json" with { type: "json" };
import { hashOf } from "../../../web/page/sections/speed/plain/sources.mjs";
import { compiler } from "../../../web/api/kernels.js";
import { firstMiss, layout, normalize, normals } from "../../api/reference.js";
import { OUTPUT_ERROR } from "../../promises.js";
import { root } from "../../setup.mjs";

const folder = join(root, "web/page/sections/speed/plain");
const bytes = readFileSync(join(folder, "layer-norm.wasm"));
const module = new WebAssembly.Module(bytes);

/** Layer norm by the module. @param {Case} given */
function normalized({ x, weight, bias, rows, n, eps }) {
  const { memory, malloc, ln_plain_layer_norm } = /** @type {any} */ (new WebAssembly.Instance(module).exports);
  const place = (/** @type {Float32Array | null} */ values) => {
    if (!values) return 0;
    const pointer = malloc(values.byteLength) >>> 0;
    new Float32Array(memory.buffer, pointer, values.length).set(values);
    return pointer;
  };
  const [y, ...given] = [x, x, weight, bias].map(place);
  ln_plain_layer_norm(y, 0, 0, ...given, rows, n, 1, 0, eps);
  return new Float32Array(memory.buffer, y, x.length).slice();
}

/**
 * @typedef {{ x: Float32Array, weight: Float32Array | null, bias: Float32Array | null, rows: number, n: number, eps:
 *   number }} Case
 */

/** @param {Float32Array} values */
const bitsOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

/** @param {number} rows @param {number} n @param {Partial<Case>} [changes] @returns {Case} */
const caseOf = (rows, n, changes) => ({
  x: normals(rows * n, n),
  weight: normals(n, 2),
  bias: normals(n, 3),
  rows,
  n,
  eps: 1e-5,
  ...changes,
});

describe("the module of plain C", () => {
  test("is small, imports nothing, and has layer norm alone", () => {
    expect(bytes.length).toBeLessThan(4_000);
    expect(WebAssembly.Module.imports(module)).toEqual([]);
    expect(WebAssembly.Module.exports(module).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["memory", "malloc", "ln_plain_layer_norm"]),
    );
    expect(WebAssembly.Module.exports(module)).toHaveLength(3);
  });

  test("comes from the sources as they are, by the kernels' compiler, without its SIMD", () => {
    expect(stamp.sources).toBe(hashOf(stamp.flags));
    expect(stamp.compiler).toBe(compiler);
    expect(stamp.flags).toContain("-O3");
    expect(stamp.flags).not.toMatch(/simd/);
  });

  /** @type {Case[]} */
  const cases = [
    ...Array.from({ length: 70 }, (_, i) => caseOf(3, i + 1)),
    caseOf(5, 768),
    caseOf(2, 4099),
    caseOf(4, 33, { weight: null, bias: null }),
    caseOf(4, 40, { weight: null }),
    caseOf(3, 300, { weight: normals(300, 4).map((value) => 1e4 * value) }),
    caseOf(3, 64, { x: normals(192, 5).map((value) => 1e30 * value) }),
    caseOf(3, 64, { x: normals(192, 6).map((value) => 1e-30 * value), eps: 0 }),
    caseOf(2, 50, { x: normals(100, 7).map((value, i) => (i % 50 === 0 ? 1e6 : value)) }),
    caseOf(2, 20, { x: normals(40, 8).map((value, i) => (i === 3 ? NaN : value)) }),
    caseOf(2, 20, { x: new Float32Array(40).fill(7) }),
  ];

  test("keeps the promise of the kernels", () => {
    for (const each of cases) {
      const { x, weight, bias, rows, n, eps } = each,
        where = layout([rows, n], [1]),
        wanted = normalize(where, { x, weight: weight ?? undefined, bias: bias ?? undefined }, { eps });
      expect(firstMiss(normalized(each), wanted.y), `${rows} x ${n}`).toBe("");
    }
  });

  test("gives the same bits as the loop of JavaScript", () => {
    for (const each of cases) {
      const { x, rows, n, eps } = each,
        weight = each.weight ?? new Float32Array(n).fill(1),
        bias = each.bias ?? new Float32Array(n),
        y = new Float32Array(x.length);
      layerNorm(y, x, weight, bias, rows, n, eps);
      expect(bitsOf(normalized({ ...each, weight, bias })).equals(bitsOf(y)), `${rows} x ${n}`).toBe(true);
    }
  });

  test("is no part of the package", () => {
    const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const ofThePage = files.filter((/** @type {string} */ path) => path.startsWith("web/page"));
    // README's picture alone.
    expect(ofThePage).toEqual(["web/page/picture.png"]);
  });
});

describe("the loop of JavaScript", () => {
  for (const [rows, n] of [
    [1, 1],
    [3, 7],
    [64, 768],
    [1, 4096],
  ]) {
    test(`is layer norm: ${rows} x ${n}`, () => {
      const { x, weight, bias, eps } = /** @type {Case & { weight: Float32Array, bias: Float32Array }} */ (
        caseOf(rows, n)
      );
      const y = new Float32Array(x.length);
      layerNorm(y, x, weight, bias, rows, n, eps);
      const wanted = packaged(tensor(x, [rows, n]), n, { weight, bias, eps }).data;
      expect(
        Math.max(...y.map((value, i) => Math.abs(value - wanted[i]) / Math.max(1, Math.abs(wanted[i])))),
      ).toBeLessThan(OUTPUT_ERROR);
    });
  }
});
