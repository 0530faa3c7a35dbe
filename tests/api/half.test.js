/** Half precision: the conversions against the formats' definitions, and against PyTorch's. */
import { describe, expect, test } from "vitest";
import {
  empty,
  fromBfloat16,
  fromFloat16,
  kernels,
  memoryUsage,
  ones,
  tensor,
  Tensor,
  toBfloat16,
  toFloat16,
  zeros,
} from "../../web/api/index.js";
import fixtures from "../fixtures/half.json";

const PATTERNS = 65536;

/** @param {unknown} value what no type allows @returns {any} */
const any = (value) => value;

/**
 * A format of 16 bits: how many are of the fraction, what is added to exponents, and its quiet NaN.
 * @typedef {{ name: "float16" | "bfloat16", fraction: number, bias: number, quiet: number, from: typeof fromFloat16,
 *   to: typeof toFloat16 }} Format
 */

/** @type {Format[]} */
const formats = [
  { name: "float16", fraction: 10, bias: 15, quiet: 0x7e00, from: fromFloat16, to: toFloat16 },
  { name: "bfloat16", fraction: 7, bias: 127, quiet: 0x7fc0, from: fromBfloat16, to: toBfloat16 },
];

/** @param {Format} format @param {number} bits @returns {number} by IEEE 754's definition (3.4) */
function numberOf({ fraction, bias }, bits) {
  const sign = bits & 0x8000 ? -1 : 1,
    exponent = (bits & 0x7fff) >> fraction,
    significand = (bits & (2 ** fraction - 1)) / 2 ** fraction;
  if (exponent === 0x7fff >> fraction) return significand ? Number.NaN : sign * Infinity;
  return sign * (exponent ? (1 + significand) * 2 ** (exponent - bias) : significand * 2 ** (1 - bias));
}

const everyPattern = Uint16Array.from({ length: PATTERNS }, (_, i) => i);

/** Little endian, as the fixtures. @param {ArrayBufferView} values */
async function digest(values) {
  const bytes = /** @type {BufferSource} */ (values);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Format} format @param {number} bits */
const isNaN16 = ({ fraction }, bits) => (bits & 0x7fff) > (0x7fff >> fraction) << fraction;

describe.each(formats)("$name", (format) => {
  const { name, from, to, quiet } = format,
    [{ count, multiplier }] = fixtures.sample;
  const torchs = /** @type {typeof fixtures.formats[number]} */ (fixtures.formats.find((each) => each.name === name));

  test.each([false, true])("every pattern has its value, resident %s", (resident) => {
    const x = from(everyPattern, [256, 256], { resident });
    expect([x.shape, x.resident]).toEqual([[256, 256], resident]);
    const { data } = x;
    expect(everyPattern.filter((i) => !Object.is(data[i], numberOf(format, i)))).toHaveLength(0);
    x.dispose();
  });

  test.each([false, true])("every pattern there and back; NaN stays NaN, resident %s", (resident) => {
    const x = from(everyPattern, undefined, { resident }),
      back = to(x);
    expect(everyPattern.filter((i) => (isNaN16(format, i) ? !isNaN16(format, back[i]) : back[i] !== i))).toHaveLength(
      0,
    );
    x.dispose();
  });

  test("every pattern is PyTorch's", async () => {
    const { data } = from(everyPattern);
    expect(await digest(data.map((v) => (Number.isNaN(v) ? Number.NaN : v)))).toBe(torchs.widened);
  });

  test("examples round as PyTorch rounds them", () => {
    const values = fixtures.examples.map((text) => Number(text.replace("inf", "Infinity")));
    expect([...to(values).map((bits) => (isNaN16(format, bits) ? quiet : bits))]).toEqual(torchs.examples);
  });

  test("a million floats of any bits round as PyTorch rounds them", async () => {
    const bits = Uint32Array.from({ length: count }, (_, i) => Math.imul(i, multiplier) + 1);
    const x = new Float32Array(bits.buffer);
    for (const source of [x, tensor(x, [count / 4, 4], { resident: true })]) {
      const rounded = to(source).map((half) => (isNaN16(format, half) ? quiet : half));
      expect(await digest(rounded)).toBe(torchs.narrowed);
    }
  });

  /* Here and below the numbers come again after 0x7c00 of them: two pieces, of 2 ** 14, are never alike. */
  test.each([0, 1, 3, 4, 5, 16383, 16384, 16385, 40001])("%i of them, in pieces", (n) => {
    const bits = Uint16Array.from({ length: n + 1 }, (_, i) => (i * 37) % 0x7c00).subarray(1);
    expect(bits.byteOffset).toBe(2);
    for (const resident of [false, true]) {
      const x = from(bits, [1, n], { resident });
      expect(x.data.every((v, i) => v === numberOf(format, bits[i]))).toBe(true);
      expect(to(x)).toEqual(bits.slice());
      x.dispose();
    }
  });

  test("bits in WebAssembly memory are read where they are, also when the result makes memory grow", () => {
    const room = zeros([memoryUsage().total / 8], { resident: true }),
      bits = new Uint16Array(room.data.buffer, room.pointer, 2 * room.size);
    bits[5] = 0x3f80;
    const before = memoryUsage().total,
      x = from(bits, undefined, { resident: true });
    expect(memoryUsage().total).toBeGreaterThan(before);
    expect([x.size, x.data[5], x.data[6]]).toEqual([2 * room.size, numberOf(format, 0x3f80), 0]);
    for (const tensor of [x, room]) tensor.dispose();
  });

  test.each([false, true])(
    "40,000 bits that lie in WebAssembly memory, resident %s: every piece its own",
    (resident) => {
      const count = 40000,
        room = empty([count / 2], { resident: true }),
        bits = new Uint16Array(kernels().memory.buffer, room.pointer, count),
        values = Uint16Array.from({ length: count }, (_, i) => (i * 37) % 0x7c00);
      bits.set(values);
      const x = from(bits, undefined, { resident });
      expect([x.size, x.resident]).toEqual([count, resident]);
      const { data } = x;
      expect(values.findIndex((value, i) => data[i] !== numberOf(format, value))).toBe(-1);
      const out = zeros([count], { resident });
      from(new Uint16Array(kernels().memory.buffer, room.pointer, count), undefined, { out });
      expect(new Uint32Array(out.data.slice().buffer)).toEqual(new Uint32Array(x.data.slice().buffer));
      for (const each of [x, room, out]) each.dispose();
    },
  );

  test("into out, of either kind or a view of such: the same numbers", () => {
    const bits = Uint16Array.from({ length: 40001 }, (_, i) => (i * 37) % 0x7c00),
      wanted = from(bits).data,
      data = new Float32Array(40003);
    const resident = zeros([40001, 1], { resident: true });
    for (const out of [
      zeros([40001, 1]),
      resident,
      { data: data.subarray(1, 40002), dims: [40001, 1] },
      resident.data,
    ]) {
      const target = out instanceof Float32Array ? { data: out, shape: [40001, 1] } : out,
        got = from(bits, [40001, 1], { out: target });
      if (target instanceof Tensor) expect(got === target).toBe(true);
      expect(got.shape).toEqual([40001, 1]);
      expect(new Uint32Array(got.data.slice().buffer)).toEqual(new Uint32Array(wanted.slice().buffer));
      got.data.fill(0);
    }
    expect([data[0], data[40002]]).toEqual([0, 0]);
    resident.dispose();
    expect(() => from(bits, [40001, 1], { out: resident })).toThrow(/^out: expected a tensor in use/);
    expect(() => from(bits, [40001], { out: zeros([40001, 1]) })).toThrow(
      "out: expected shape [40001], got [40001, 1]",
    );
    expect(() => from(bits, undefined, any({ out: new Float32Array(40001) }))).toThrow(
      "out: expected a tensor or { data, shape }, got Float32Array",
    );
  });

  test("out that has memory of the bits is refused, as they would be overwritten before they are read", () => {
    const both = new Float32Array(12).fill(7),
      bits = new Uint16Array(both.buffer, 12, 6);
    const into = (/** @type {number} */ first) => () =>
      from(bits, undefined, { out: { data: both.subarray(first, first + 6), shape: [6] } });
    for (const first of [0, 3, 5]) expect(into(first)).toThrow("out: expected no memory of bits, got some of it");
    expect(both.every((v) => v === 7)).toBe(true);
    expect(into(6)().data.every((v, i) => Object.is(v, numberOf(format, bits[i])))).toBe(true);
    const resident = zeros([6], { resident: true }),
      inside = new Uint16Array(resident.data.buffer, resident.pointer + 2, 6);
    expect(() => from(inside, undefined, { out: resident })).toThrow("out: expected no memory of bits");
    resident.dispose();
  });

  test("takes every input", () => {
    const want = to([1, 2]);
    for (const x of [new Float32Array([1, 2]), { data: new Float32Array([1, 2]), dims: [2, 1] }, tensor([[1], [2]])]) {
      expect(to(x)).toEqual(want);
    }
    expect(to(1)).toEqual(want.slice(0, 1));
  });

  test("what is wrong is an error that names it", () => {
    for (const bits of [new Float32Array(2), new Int16Array(2), [1, 2], null]) {
      expect(() => from(/** @type {any} */ (bits))).toThrow(/^bits: expected a Uint16Array, got /);
    }
    const bits = new Uint16Array(6);
    expect(() => from(bits, [4])).toThrow(
      new RangeError("shape: expected 6 elements, as many as there are bits, got [4]"),
    );
    expect(() => from(bits, /** @type {any} */ (6))).toThrow(TypeError);
    expect(() => from(bits, [6], /** @type {any} */ ({ into: empty([6]) }))).toThrow(
      new TypeError("options: expected only resident, out, got into"),
    );
    expect(() => from(bits, [6], { resident: true, out: empty([6]) })).toThrow(
      new TypeError("resident: expected nothing beside out, got true"),
    );
    structuredClone(bits, { transfer: [bits.buffer] });
    expect(() => from(bits)).toThrow(/^bits: expected a Uint16Array with its memory/);
    const gone = ones([2], { resident: true });
    gone.dispose();
    expect(() => to(gone)).toThrow(/^x: expected a tensor in use/);
    expect(() => to(/** @type {any} */ (new Int32Array(2)))).toThrow(/^x: expected a tensor/);
    expect(to(new Float64Array(2))).toEqual(new Uint16Array(2));
  });
});
