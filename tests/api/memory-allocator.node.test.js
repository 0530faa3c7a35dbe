/**
 * Resident tensors lie apart, aligned and within memory, whatever is made and freed in whatever order; and freed memory
 * serves again.
 */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { firstDifference, normals, source } from "./reference.js";

/** @typedef {import("../../web/api/index.js").Tensor} Tensor */

const GIB = 2 ** 30,
  MIB = 2 ** 20,
  LINE = 64,
  HEAD = 16; /* bytes before each block, in which malloc writes how large it is */

/** Anew for each test, with a memory of its own. @type {typeof import("../../web/api/index.js")} */
let ln;
beforeEach(async () => {
  vi.resetModules();
  ln = await import("../../web/api/index.js");
});

/** @param {number} bytes */
const resident = (bytes) => ln.empty([bytes / 4], { resident: true });

/** @param {Tensor} tensor */
const endOf = ({ pointer, size }) => pointer + 4 * size;

/** @param {Iterable<Tensor>} tensors */
function expectApart(tensors) {
  const inOrder = [...tensors].sort((a, b) => a.pointer - b.pointer),
    { total } = ln.memoryUsage();
  const isWrong = (/** @type {Tensor} */ each, /** @type {number} */ i) =>
    each.pointer % LINE !== 0 || endOf(each) > (inOrder[i + 1]?.pointer ?? total);
  expect(inOrder.filter(isWrong).map(({ pointer, shape }) => ({ pointer, shape }))).toEqual([]);
}

/** @param {Iterable<Tensor>} tensors */
function disposeAll(tensors) {
  for (const each of tensors) each.dispose();
}

/**
 * Makes and frees tensors in an order drawn from a seed, each marked with a number of its own. A refusal must be a
 * RangeError, and changes nothing.
 * @param {number} seed
 * @param {object} options
 * @param {number} options.steps
 * @param {number} options.most live at once
 * @param {(next: () => number) => number} options.bytes of a tensor, from uniform draws
 * @param {(tensor: Tensor, value: number) => void} options.mark
 * @param {(tensor: Tensor, value: number) => boolean} options.isMarked
 * @param {(step: number) => void} [options.between] what else happens
 * @returns {{ live: Map<Tensor, number>, refused: number }}
 */
function walk(seed, { steps, most, bytes, mark, isMarked, between }) {
  const normal = source(seed),
    next = () => Math.abs(Math.sin(1e4 * normal()));
  /** @type {Map<Tensor, number>} */
  const live = new Map();
  let refused = 0;
  for (let step = 1; step <= steps; step++) {
    between?.(step);
    if (next() * most < live.size) {
      const [tensor, value] = [...live][Math.floor(next() * live.size)];
      expect(isMarked(tensor, value)).toBe(true);
      live.delete(tensor);
      tensor.dispose();
      continue;
    }
    try {
      const tensor = resident(bytes(next));
      live.set(tensor, step);
      mark(tensor, step);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
      refused++;
    }
    expectApart(live.keys());
  }
  for (const [tensor, value] of live) expect(isMarked(tensor, value)).toBe(true);
  const held = [...live.keys()].reduce((sum, { size }) => sum + 4 * size, 0);
  expect(ln.memoryUsage().resident).toBe(held);
  return { live, refused };
}

/** Between two sizes, as many of each order of magnitude. @param {number} least @param {number} most */
const logarithmic = (least, most) => (/** @type {() => number} */ next) =>
  4 * Math.floor((least * (most / least) ** next()) / 4);

const whole = {
  mark: (/** @type {Tensor} */ { data }, /** @type {number} */ value) => void data.fill(value),
  isMarked: (/** @type {Tensor} */ { data }, /** @type {number} */ value) => data.every((v) => v === value),
};

/** Only the pages at both ends are taken from the system. */
const ends = {
  mark: (/** @type {Tensor} */ { data }, /** @type {number} */ value) => void (data[0] = data[data.length - 1] = value),
  isMarked: (/** @type {Tensor} */ { data }, /** @type {number} */ value) => data[0] === value && data.at(-1) === value,
};

describe.each([1, 2, 3])("made and freed at random, seed %i", (seed) => {
  test("small ones, with ordinary calls between", () => {
    const { live } = walk(seed, {
      steps: 2000,
      most: 60,
      bytes: logarithmic(4, MIB / 4),
      ...whole,
      between: (step) => {
        const n = 1 + (step % 500),
          x = normals(3 * n, step),
          { data } = ln.relu(ln.tensor(x, [3, n]));
        expect(
          firstDifference(
            data,
            x.map((v) => Math.max(v, 0)),
          ),
        ).toBe("");
      },
    });
    disposeAll(live.keys());
    expect(ln.memoryUsage().total).toBeLessThan(24 * MIB);
  });

  test("large ones, until memory ends, and on", () => {
    const { live, refused } = walk(seed, { steps: 2000, most: 24, bytes: logarithmic(MIB, 2 * GIB), ...ends });
    expect(refused).toBeGreaterThan(10);
    disposeAll(live.keys());
    const x = resident(3 * GIB);
    ends.mark(x, 5);
    expect(ends.isMarked(x, 5)).toBe(true);
    x.dispose();
  });
});

test("gigabytes: as many as there are", () => {
  const live = [1, 2, 3].map(() => resident(GIB));
  for (const [i, each] of live.entries()) ends.mark(each, i);
  expect(() => resident(GIB)).toThrow(RangeError);
  expectApart(live);
  live.push(resident(GIB / 2));
  expectApart(live);
  expect(live.slice(0, 3).every((each, i) => ends.isMarked(each, i))).toBe(true);
  disposeAll(live);
});

test.each([0.25, 0.75, 2.5])("ever larger ones, each freed before the next, from %f GiB on", (first) => {
  for (let bytes = first * GIB; bytes < 3.9 * GIB; bytes += GIB / 8) {
    const x = resident(bytes);
    ends.mark(x, 1);
    expect(ends.isMarked(x, 1)).toBe(true);
    x.dispose();
  }
});

test("of two sizes in turn, one size freed: its memory serves others, and all of it one", () => {
  const small = Array.from({ length: 100 }, () => [resident(MIB / 16), resident(MIB / 4)]);
  const { total } = ln.memoryUsage();
  disposeAll(small.map(([a]) => a));
  const again = Array.from({ length: 100 }, () => resident(MIB / 16));
  expect(ln.memoryUsage().total).toBe(total);
  expectApart([...again, ...small.map(([, b]) => b)]);
  disposeAll([...again, ...small.map(([, b]) => b)]);
  resident(100 * (MIB / 16 + MIB / 4)).dispose();
  expect(ln.memoryUsage().total).toBe(total);
});

test("the same again takes no more", () => {
  const sizes = Array.from({ length: 200 }, (_, i) => 4 * (1 + ((i * 7919) % 50_000)));
  const totals = Array.from({ length: 20 }, () => {
    const live = sizes.map(resident);
    disposeAll(live.filter((_, i) => i % 2));
    disposeAll(sizes.map((size) => resident(2 * size)));
    disposeAll(live);
    return ln.memoryUsage().total;
  });
  expect(totals.at(-1)).toBe(totals[1]);
});

test("tensors follow memory that the caller grows, by malloc or by hand", async () => {
  const { allocator } = await import("../../web/api/memory/wasm.js");
  const x = ln.tensor([1, -2, 3], undefined, { resident: true }),
    { malloc, free, memory } = allocator();
  const pointer = malloc(2 * MIB) >>> 0;
  expect(ln.memoryUsage().total).toBeGreaterThan(2 * MIB);
  expect(ln.relu(x).toArray()).toEqual([1, 0, 3]);
  memory.grow(16);
  expect(x.toArray()).toEqual([1, -2, 3]);
  const y = resident(2 * MIB);
  whole.mark(y, 7);
  new Float32Array(memory.buffer, pointer, MIB / 2).fill(8);
  expectApart([x, y]);
  expect(whole.isMarked(y, 7)).toBe(true);
  free(pointer);
  disposeAll([x, y]);
});

test("the staging area has room for all that is asked for, to the last element", async () => {
  const { reserveStage, trimStage } = await import("../../web/api/memory/staging-area.js");
  for (let elements = 1; elements <= 64; elements++) {
    reserveStage(2 ** 20 + 1);
    trimStage(); // So large a block is given back: the next one is as large as it is asked for.
    reserveStage(elements);
    const behind = resident(LINE),
      more = reserveStage(elements + 1);
    expect(more + 4 * (elements + 1) + HEAD <= behind.pointer || more >= endOf(behind), `${elements}`).toBe(true);
    behind.dispose();
  }
});

test("malloc gives 0 for more than memory can hold, and memory of its own for nothing at all", async () => {
  const { malloc, free } = (await import("../../web/api/memory/wasm.js")).allocator();
  for (const bytes of [1, LINE, 65536]) expect(malloc(2 ** 32 - bytes)).toBe(0);
  const [a, b] = [malloc(0), malloc(0)];
  expect((a % LINE) + (b % LINE)).toBe(0);
  expect(Math.abs(a - b)).toBeGreaterThanOrEqual(LINE);
  for (const pointer of [a, b, 0]) free(pointer);
  expect(malloc(1)).toBe(Math.min(a, b));
});

test("memory that fits is found behind however much that does not", () => {
  const LARGE = 120_000,
    SMALL = 70_000,
    COUNT = 20,
    inUse = LARGE + COUNT * SMALL;
  const kept = [resident(4)],
    keep = () => void kept.push(resident(4));
  const smallOne = () => {
    const result = resident(SMALL);
    keep();
    return result;
  };
  let large = resident(LARGE);
  keep();
  let small = Array.from({ length: COUNT }, smallOne);
  for (let round = 0; round < 500; round++) {
    disposeAll([large, ...small]);
    large = resident(LARGE);
    keep();
    small = small.map(() => resident(SMALL));
  }
  expect(ln.memoryUsage().total).toBeLessThan(4 * inUse);
});
