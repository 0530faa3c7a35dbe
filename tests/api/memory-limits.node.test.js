/**
 * Beyond 1, 2 and 3 GiB of WebAssembly memory, and where it ends. Each test goes on where the one before left memory.
 * The system gives pages only when something is written to them: of the gigabytes here a few megabytes.
 */
import { execFileSync } from "node:child_process";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as ln from "../../web/api/index.js";
import { firstDifference, normals } from "./reference.js";

/** @typedef {ln.Tensor} Tensor */

const GIB = 2 ** 30,
  MIB = 2 ** 20;

/** @param {readonly number[]} shape */
const resident = (shape) => ln.empty(shape, { resident: true });

/** @param {Tensor} tensor */
const isAlive = (tensor) => !inspect(tensor).includes("disposed");

/** What is to be disposed at the end. @type {Tensor[]} */
const live = [];
afterAll(() => {
  for (const each of live) each.dispose();
});

/** @param {Tensor} tensor */
const endOf = ({ pointer, size }) => pointer + 4 * size;

/** Takes memory up to an address, but for what an allocator keeps at its end. @param {number} address */
const fillUpTo = (address) => void live.push(resident([(address - ln.memoryUsage().total) / 4]));

/**
 * @param {readonly number[]} shape
 * @param {number} address
 * @returns {Tensor} beyond the address; holes before it are taken
 */
function residentBeyond(shape, address) {
  for (;;) {
    const result = resident(shape);
    if (result.pointer >= address) return result;
    live.push(result);
  }
}

const ROWS = 128,
  COLUMNS = 1024,
  SHAPE = [ROWS, COLUMNS],
  BYTES = 4 * ROWS * COLUMNS;
const x = ln.tensor(normals(ROWS * COLUMNS), SHAPE),
  dy = ln.tensor(normals(ROWS * COLUMNS, 2), SHAPE);
const weight = normals(COLUMNS, 3),
  bias = normals(COLUMNS, 4);

/** Its staging area is not kept, and finds no room but at the end of memory. */
const large = ln.tensor(normals(2 ** 21), [2 ** 11, 2 ** 10]);

/**
 * Ops, given where they write.
 * @type {Record<string, (x: Tensor, dy: Tensor, out: (shape?: number[]) => Tensor) => Record<string, Tensor>>}
 */
const OPS = {
  layerNorm: (x, _, out) => ({ y: ln.layerNorm(x, COLUMNS, { weight, bias, out: out() }) }),
  addLayerNorm: (x, dy, out) => ln.addLayerNorm(x, dy, COLUMNS, { weight, bias, out: { y: out(), sum: out() } }),
  layerNormBackward: (x, dy, out) =>
    ln.layerNormBackward(dy, x, COLUMNS, {
      weight,
      out: { dx: out(), dweight: out([COLUMNS]), dbias: out([COLUMNS]) },
    }),
  rmsNorm: (x, _, out) => ({ y: ln.rmsNorm(x, COLUMNS, { weight, out: out() }) }),
  "mean over rows": (x, _, out) => ({ y: ln.mean(x, { out: out([ROWS]), dim: 1 }) }),
  "mean over columns": (x, _, out) => ({ y: ln.mean(x, { out: out([COLUMNS]), dim: 0 }) }),
  "normalize over columns": (x, _, out) => ({ y: ln.normalize(x, { dim: 0, out: out() }) }),
  "std over the outer dims of three": (x, _, out) => ({
    y: ln.std(ln.tensor(x.data, [8, 16, COLUMNS]), { dim: [0, 2], out: out([16]) }),
  }),
  groupNorm: (x, _, out) => ({ y: ln.groupNorm(x, 8, { out: out() }) }),
  batchNorm: (x, _, out) => ({ y: ln.batchNorm(x, { training: true, out: out() }) }),
  linear: (x, dy, out) => ({ y: ln.linear(x, dy, null, { out: out([ROWS, ROWS]) }) }),
  reluBackward: (x, dy, out) => ln.reluBackward(dy, x, { out: { dx: out() } }),
};

/** What ops give of ordinary tensors, in memory that is still small. @type {Record<string, Record<string, Tensor>>} */
let expected;
/** @type {Tensor} */
let expectedLarge;
/** A tensor from before memory grew, and a view of it from then. @type {Tensor} */
let early;
/** @type {Float32Array} */
let earlyView;

beforeAll(() => {
  const out = (/** @type {number[]} */ shape = SHAPE) => ln.empty(shape);
  expected = Object.fromEntries(Object.entries(OPS).map(([name, op]) => [name, op(x, dy, out)]));
  expectedLarge = ln.normalize(large, { dim: 0 });
  early = ln.tensor([[1, 2, 4]], undefined, { resident: true });
  earlyView = early.data;
  live.push(early);
});

describe.each([1, 2, 3])("across %i GiB", (gib) => {
  const mark = gib * GIB;
  /** @type {Tensor} */
  let across;
  /** @type {Tensor} */
  let beyond;
  beforeAll(() => {
    fillUpTo(mark - BYTES / 2);
    across = residentBeyond(SHAPE, mark - BYTES);
    across.data.set(x.data);
    beyond = residentBeyond(SHAPE, mark);
    beyond.data.set(dy.data);
    live.push(across, beyond);
  });

  test("stands a tensor", () => {
    expect(across.pointer).toBeLessThan(mark);
    expect(endOf(across)).toBeGreaterThan(mark);
    expect(firstDifference(across.data, x.data)).toBe("");
    expect(ln.allclose(across, x, { rtol: 0, atol: 0 })).toBe(true);
  });

  test.each(Object.keys(OPS))("%s is right, of there and to beyond", (name) => {
    /** @type {Tensor[]} */
    const outs = [];
    const out = (/** @type {number[]} */ shape = SHAPE) => outs[outs.push(residentBeyond(shape, mark)) - 1];
    const results = OPS[name](across, beyond, out);
    for (const key in results) expect(firstDifference(results[key].data, expected[name][key].data), key).toBe("");
    for (const each of outs) each.dispose();
  });

  test("an ordinary op that needs room beyond is right", () => {
    const before = ln.memoryUsage().total;
    expect(firstDifference(ln.normalize(large, { dim: 0 }).data, expectedLarge.data)).toBe("");
    expect(ln.memoryUsage().total).toBeGreaterThan(before);
  });

  test("a tensor from before is as it was, and is read and written", () => {
    expect(earlyView).toHaveLength(0);
    expect(early.toArray()).toEqual([[1, 2, 4]]);
    early.data[1] = 3;
    expect(ln.relu(early).toArray()).toEqual([[1, 3, 4]]);
    early.data[1] = 2;
  });
});

describe("at the end of memory", () => {
  /** @type {Tensor[]} */
  const fill = [];
  /** @param {() => unknown} call @returns {Error | undefined} */
  function refusal(call) {
    try {
      call();
    } catch (error) {
      return /** @type {Error} */ (error);
    }
    return undefined;
  }

  /** Takes whatever is left, in ever smaller tensors, whose ends carry their index. */
  function fillMemory() {
    for (let size = GIB / 4; size >= 1; size = Math.floor(size / 2)) {
      while (!refusal(() => fill.push(resident([size])))) {
        const { data } = fill[fill.length - 1];
        data[0] = data[data.length - 1] = fill.length;
      }
    }
  }

  test("what does not fit is a RangeError that names the sizes", () => {
    const { total, resident: bytes } = ln.memoryUsage();
    const error = refusal(() => resident([3, GIB / 8]));
    expect(error).toBeInstanceOf(RangeError);
    expect(error?.message).toContain(`shape [3, ${GIB / 8}]: ${(3 * GIB) / 2} bytes`);
    expect(error?.message).toContain(`${total} bytes now, ${bytes} of them in resident tensors`);
    expect(error?.message).toContain(`of which ${live.filter(isAlive).length} are alive: dispose() those`);
    expect(ln.memoryUsage()).toEqual({ total, resident: bytes });
  });

  test("memory can be had to its last", () => {
    fillMemory();
    expect(ln.memoryUsage().resident).toBeGreaterThan(4 * GIB - 64 * MIB);
    expect(ln.memoryUsage().resident).toBeLessThanOrEqual(ln.memoryUsage().total);
  });

  test("tensors lie apart, within memory, and hold what was written to them", () => {
    const inOrder = [...live, ...fill].sort((a, b) => a.pointer - b.pointer);
    for (const [i, each] of inOrder.entries()) {
      expect(endOf(each)).toBeLessThanOrEqual(inOrder[i + 1]?.pointer ?? ln.memoryUsage().total);
    }
    fill.forEach(({ data }, i) => expect([data[0], data.at(-1)]).toEqual([i + 1, i + 1]));
    expect(early.toArray()).toEqual([[1, 2, 4]]);
  });

  test("an ordinary op whose operands do not fit is a RangeError that names the sizes, and writes nothing", () => {
    const out = ln.full(large.shape, 7),
      error = refusal(() => ln.normalize(large, { dim: 0, out }));
    expect(error).toBeInstanceOf(RangeError);
    expect(error?.message).toMatch(/^the operands: \d{7,} bytes/);
    expect(out.data.every((v) => v === 7)).toBe(true);
  });

  test("smaller ops work on", () => {
    expect(ln.relu([[-1, 2]]).toArray()).toEqual([[0, 2]]);
    expect(ln.relu(early, { out: early }).toArray()).toEqual([[1, 2, 4]]);
  });

  test("what is freed can be had again, by the op that was refused, too", () => {
    fill.shift()?.dispose();
    expect(firstDifference(ln.normalize(large, { dim: 0 }).data, expectedLarge.data)).toBe("");
    fill.push(resident([GIB / 8]));
  });

  test("all freed, all can be had again, in large tensors and in small ones", () => {
    for (const each of fill.splice(0)) each.dispose();
    for (const each of live.splice(0)) each.dispose();
    expect(ln.memoryUsage().resident).toBe(0);
    for (let round = 0; round < 3; round++) {
      const large = [1, 2, 3].map(() => resident([GIB / 4 - MIB]));
      const small = [1, 2, 3].map((value) => ln.full([1000], value, { resident: true }));
      expect(small.map(({ data }) => data[999])).toEqual([1, 2, 3]);
      for (const each of [...large, ...small]) each.dispose();
    }
    const { data } = ln.layerNorm(x, COLUMNS, { weight, bias });
    expect(firstDifference(data, expected.layerNorm.y.data)).toBe("");
  });
});

test("a host that gives less than 4 GiB: refused there, and working on", () => {
  const index = JSON.stringify(new URL("../../web/api/index.js", import.meta.url));
  const program = `
    import { full, memoryUsage, normalize, relu, tensor } from ${index};
    const live = [], print = (...values) => console.log(JSON.stringify(values));
    try {
      for (;;) live.push(full([2 ** 18], live.length, { resident: true }));
    } catch ({ name, message }) {
      print(name, message.split(" do not fit")[0]);
    }
    print(live.every(({ data }, i) => data.every((v) => v === i)), relu([-1, 2]).toArray());
    const out = full([1000, 300], 7), large = { data: new Float32Array(300_000), shape: [1000, 300] };
    try {
      normalize(large, { dim: 0, out });
    } catch ({ name }) {
      print(name, out.data.every((v) => v === 7));
    }
    for (const each of live) each.dispose();
    print(memoryUsage().resident, normalize(large, { dim: 0, out }).data.every((v) => v === 0));
    print(full([2 ** 20], 1, { resident: true }).data.every((v) => v === 1));`;
  const pages = (10 * MIB) / 65536,
    args = [`--wasm-max-mem-pages=${pages}`, "--input-type=module", "-e", program];
  const lines = execFileSync(process.execPath, args, { encoding: "utf8" }).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    ["RangeError", `a resident tensor of shape [${2 ** 18}]: ${MIB} bytes`],
    [true, [0, 2]],
    ["RangeError", true],
    [0, true],
    [true],
  ]);
});

test("a JavaScript heap without room: a RangeError that names the sizes", () => {
  const { Float32Array: real } = globalThis;
  const full = new RangeError("Array buffer allocation failed");
  globalThis.Float32Array = new Proxy(real, {
    construct() {
      throw full;
    },
  });
  try {
    for (const make of [() => ln.zeros([3, 5]), () => ln.relu(ln.tensor(new real(15), [3, 5]))]) {
      expect(make).toThrow(
        new RangeError("a tensor of shape [3, 5]: 60 bytes do not fit into the JavaScript heap", { cause: full }),
      );
    }
  } finally {
    globalThis.Float32Array = real;
  }
});
