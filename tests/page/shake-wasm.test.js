import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { shakeWasm } from "../../web/page/shake-wasm.js";

const kernels = new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve("layernorm/kernels.wasm"))));

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Record<string, any>} */
const instantiate = (bytes) => new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;

/** The kernels of which only these are kept, and the allocator. @param {...string} names */
const keeping = (...names) => shakeWasm(kernels, (name) => !name.startsWith("ln_") || names.includes(name));

/** Mean and variance of each of 5 rows of 7. @param {Record<string, any>} exports */
function momentsBy({ memory, malloc, ln_moments: moments }) {
  const [x, mean, variance] = [35, 5, 5].map((length) => malloc(4 * length));
  const view = (/** @type {number} */ pointer, /** @type {number} */ length) =>
    new Float32Array(memory.buffer, pointer, length);
  view(x, 35).set(Array.from({ length: 35 }, (_, i) => Math.fround(Math.sin(i) * 10)));
  moments(mean, variance, 0, x, 5, 7, 1, 1);
  return [...view(mean, 5), ...view(variance, 5)];
}

describe("a shaken module", () => {
  test("is the same, byte for byte, where everything is used", () => {
    expect(
      Buffer.compare(
        shakeWasm(kernels, () => true),
        kernels,
      ),
    ).toBe(0);
  });

  test("computes what the whole one computes", () => {
    const expected = momentsBy(instantiate(kernels));
    expect(expected.every((value) => Number.isFinite(value) && value !== 0)).toBe(true);
    expect(momentsBy(instantiate(keeping("ln_moments")))).toEqual(expected);
  });

  test("is smaller, and still exports every name", () => {
    const shaken = keeping("ln_moments");
    expect(shaken.length).toBeLessThan(0.7 * kernels.length);
    expect(Object.keys(instantiate(shaken))).toEqual(Object.keys(instantiate(kernels)));
  });

  test("traps where what was left out is called", () => {
    const { ln_relu: relu, malloc } = instantiate(keeping("ln_moments"));
    expect(() => relu(malloc(16), malloc(16), 4)).toThrow(WebAssembly.RuntimeError);
  });

  test("is not made of instructions that are not understood", () => {
    // (module (func (export "f") (drop (ref.null func)))): ref.null has an operand that is not known here.
    const head = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0];
    const bytes = Uint8Array.from([...head, 10, 7, 1, 5, 0, 0xd0, 0x70, 0x1a, 0x0b]);
    expect(() => shakeWasm(bytes, () => true)).toThrow("0xd0 is not expected");
  });
});
