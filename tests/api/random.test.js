import { describe, expect, test } from "vitest";
import { empty, Linear, manualSeed, rand, randn } from "../../web/api/index.js";
import { floats } from "../fixtures/floats.js";
import fixtures from "../fixtures/random.json";

/** @typedef {(number | string)[]} Floats */
/** @typedef {{ op: "seed", seed: string }} Seed */
/** @typedef {{ op: "rand" | "randn", shape: number[], data: Floats }} Draw */
/** @typedef {{ op: "linear", in: number, out: number, weight: Floats, bias: Floats | null }} Init */
/** @typedef {(Seed | Draw | Init)[]} Sequence */

const sequences = /** @type {Sequence[]} */ (/** @type {unknown} */ (fixtures.sequences));

/** From this size on randn draws blocks, with a vectorised logarithm and sine of PyTorch's own. */
const BLOCK = 16;
/** How far these take a draw from what exact ones give, in float32 as PyTorch computes. */
const BLOCK_BOUND = 5e-7;

/** @param {string} seed as a number where that holds it */
const seedOf = (seed) => (Number.isSafeInteger(Number(seed)) ? Number(seed) : BigInt(seed));

/**
 * Equality to the bit, NaN and the zeros included.
 * @param {Float32Array} got
 * @param {Floats} expected
 */
function expectBits(got, expected) {
  const wanted = floats(expected);
  expect(got).toEqual(wanted); // says which values differ
  expect(new Uint32Array(got.buffer, got.byteOffset, got.length)).toEqual(new Uint32Array(wanted.buffer));
}

/** @param {Draw} step */
function checkDraw({ op, shape, data }) {
  const got = op === "rand" ? rand(shape) : randn(shape);
  expect(got.shape).toEqual(shape);
  if (op === "rand" || data.length < BLOCK) return expectBits(got.data, data);
  expect(got.size).toBe(data.length);
  const errors = Array.from(floats(data), (value, i) => Math.abs(got.data[i] - value));
  expect(errors.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(BLOCK_BOUND);
}

/** @param {Init} step */
function checkInit(step) {
  const layer = new Linear(step.in, step.out, { bias: step.bias !== null });
  expect(layer.weight.shape).toEqual([step.out, step.in]);
  expectBits(layer.weight.data, step.weight);
  if (!step.bias || !layer.bias) return expect(layer.bias).toBe(step.bias);
  expect(layer.bias.shape).toEqual([step.out]);
  expectBits(layer.bias.data, step.bias);
}

/** @param {Seed | Draw | Init} step */
function title(step) {
  if (step.op === "seed") return `seed ${step.seed}`;
  return step.op === "linear" ? `Linear(${step.in}, ${step.out})` : `${step.op}([${step.shape}])`;
}

describe("a seed draws what it draws in PyTorch", () => {
  test.each(
    sequences.map((steps) => /** @type {[string, Sequence]} */ ([steps.slice(0, 6).map(title).join(", "), steps])),
  )("%s", (_, steps) => {
    for (const step of steps) {
      if (step.op === "seed") manualSeed(seedOf(step.seed));
      else if (step.op === "linear") checkInit(step);
      else checkDraw(step);
    }
  });
});

test("a seed is the same as a number and as a bigint", () => {
  const seeds = new Set(sequences.flat().flatMap((step) => (step.op === "seed" ? [step.seed] : [])));
  for (const seed of seeds) {
    manualSeed(BigInt(seed));
    const wanted = rand([4]).data;
    manualSeed(Number(seed));
    expect(rand([4]).data).toEqual(wanted);
  }
});

test("a seed that is no integer is refused, and changes nothing", () => {
  manualSeed(1);
  const wanted = rand([2]).data;
  manualSeed(1);
  for (const seed of [1.5, NaN, Infinity]) expect(() => manualSeed(seed)).toThrow(RangeError);
  for (const seed of ["1", null, undefined, {}]) {
    expect(() => manualSeed(/** @type {any} */ (seed))).toThrow(TypeError);
  }
  expect(rand([2]).data).toEqual(wanted);
});

test.each([
  ["rand", rand],
  ["randn", randn],
])("%s checks its shape before it draws", (_, draw) => {
  manualSeed(2);
  const wanted = draw([3]).data;
  manualSeed(2);
  for (const shape of [[-1], [1.5], [NaN], [2 ** 40], [1, 1, 1, 1, 1, 1, 1, 1, 1]]) {
    expect(() => draw(shape)).toThrow(RangeError);
  }
  for (const shape of [3, "3", null, undefined, ["3"]]) {
    expect(() => draw(/** @type {any} */ (shape))).toThrow(TypeError);
  }
  expect(draw([3]).data).toEqual(wanted);
});

test("a draw does not depend on how large the ones before it were together", () => {
  manualSeed(3);
  const all = rand([3000]).data;
  manualSeed(3);
  const pieces = [1, 623, 624, 625, 1127].flatMap((size) => [...rand([size]).data]);
  expect(new Float32Array(pieces)).toEqual(all);
});

test("what a million draws must be", () => {
  manualSeed(4);
  const n = 2 ** 20,
    uniform = rand([n]).data,
    normal = randn([n]).data;
  const mean = (/** @type {Float32Array} */ x, power = 1) => x.reduce((sum, v) => sum + v ** power, 0) / n;
  expect(uniform.every((value) => value >= 0 && value < 1)).toBe(true);
  expect(normal.every(Number.isFinite)).toBe(true);
  // Six standard errors of each estimate.
  const within = 6 / Math.sqrt(n);
  expect(Math.abs(mean(uniform) - 1 / 2)).toBeLessThan(within * Math.sqrt(1 / 12));
  expect(Math.abs(mean(uniform, 2) - 1 / 3)).toBeLessThan(within * Math.sqrt(4 / 45));
  expect(Math.abs(mean(normal))).toBeLessThan(within);
  expect(Math.abs(mean(normal, 2) - 1)).toBeLessThan(within * Math.sqrt(2));
  expect(Math.abs(mean(normal, 3))).toBeLessThan(within * Math.sqrt(15));
  expect(Math.abs(mean(normal, 4) - 3)).toBeLessThan(within * Math.sqrt(96));
});

describe.each([
  ["rand", rand],
  ["randn", randn],
])("%s writes where it is told", (_, draw) => {
  const drawn = (/** @type {Parameters<typeof randn>[1]} */ options) => {
    manualSeed(5);
    return draw([4, 10], options);
  };

  test("into a resident tensor, and into one of yours", () => {
    const want = drawn(undefined),
      resident = drawn({ resident: true });
    expect([want.resident, resident.resident]).toEqual([false, true]);
    expectBits(resident.data, [...want.data]);
    for (const out of [empty([4, 10]), empty([4, 10], { resident: true }), want]) {
      expect(drawn({ out })).toBe(out);
      expectBits(out.data, [...resident.data]);
    }
    const data = new Float32Array(40);
    drawn({ out: { data, shape: [4, 10] } });
    expectBits(data, [...resident.data]);
    resident.dispose();
  });

  test("wrong options draw nothing", () => {
    manualSeed(5);
    expect(() => draw([4], { out: empty([5]) })).toThrow(new RangeError("out: expected shape [4], got [5]"));
    expect(() => draw([4], { out: empty([4]), resident: true })).toThrow(
      new TypeError("resident: expected nothing beside out, got true"),
    );
    for (const wrong of [{ size: 1 }, { resident: 1 }, { out: [1, 2, 3, 4] }]) {
      expect(() => draw([4], /** @type {any} */ (wrong))).toThrow(TypeError);
    }
    expectBits(draw([4, 10]).data, [...drawn(undefined).data]);
  });
});
