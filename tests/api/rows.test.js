/** Tensor.rows(): some rows of a tensor, in the same memory. */
import { describe, expect, test } from "vitest";
import {
  empty,
  full,
  layerNorm,
  linear,
  mean,
  memoryUsage,
  ones,
  relu,
  Tensor,
  tensor,
  zeros,
} from "../../web/api/index.js";
import { normals } from "./reference.js";

/** Makes WebAssembly memory grow, which detaches the views of it. */
function grow() {
  const { total } = memoryUsage();
  empty([total / 4 + 1], { resident: true }).dispose();
  expect(memoryUsage().total).toBeGreaterThan(total);
}

/** 0, 1, 2, ... @param {number[]} shape @param {boolean} resident */
function counted(shape, resident) {
  const x = zeros(shape, { resident });
  return x.copyFrom(Float32Array.from({ length: x.size }, (_, i) => i));
}

const gone = (/** @type {string} */ name, /** @type {number[]} */ shape) =>
  new Error(`${name}: expected a tensor in use, got one of shape [${shape.join(", ")}] that was disposed`);

describe.each([false, true])("rows, resident %s", (resident) => {
  test("are those from begin to end; negative ones count from the end", () => {
    const x = counted([4, 2], resident);
    /** @type {[number[], number[]][]} */
    const cases = [
      [[], [0, 1, 2, 3, 4, 5, 6, 7]],
      [[1], [2, 3, 4, 5, 6, 7]],
      [
        [1, 2],
        [2, 3],
      ],
      [
        [0, 3],
        [0, 1, 2, 3, 4, 5],
      ],
      [[-1], [6, 7]],
      [
        [-3, -1],
        [2, 3, 4, 5],
      ],
      [[4], []],
      [[2, 2], []],
      [
        [-4, 4],
        [0, 1, 2, 3, 4, 5, 6, 7],
      ],
    ];
    for (const [range, values] of cases) {
      const part = x.rows(...range);
      expect([...part.data], `${range}`).toEqual(values);
      expect([part.shape, part.resident]).toEqual([[values.length / 2, 2], resident]);
    }
    expect(x.rows(undefined, 1).shape).toEqual([1, 2]);
    expect(x.rows(1, undefined).shape).toEqual([3, 2]);
    x.dispose();
  });

  test("of any number of dims, and of none in one", () => {
    const x = counted([3, 2, 2], resident),
      flat = counted([5], resident),
      none = zeros([0, 3], { resident }),
      thin = zeros([3, 0], { resident });
    expect([x.rows(1, 2).shape, [...x.rows(1, 2).data]]).toEqual([
      [1, 2, 2],
      [4, 5, 6, 7],
    ]);
    expect(flat.rows(-2).toArray()).toEqual([3, 4]);
    expect([none.rows().shape, none.rows(0, 0).shape]).toEqual(Array(2).fill([0, 3]));
    expect(thin.rows(1).shape).toEqual([2, 0]);
    for (const one of [x, flat, none, thin]) one.dispose();
  });

  test("are the same memory, also of views of views", () => {
    const x = counted([4, 2], resident),
      part = x.rows(1, 3),
      inner = part.rows(1),
      shaped = part.reshape([4]);
    x.data[4] = 40;
    expect([...part.data, ...inner.data]).toEqual([2, 3, 40, 5, 40, 5]);
    inner.fill(9);
    shaped.data[0] = 8;
    part.rows(0, 1).copyFrom([[7, 6]]);
    expect([...x.data]).toEqual([0, 1, 7, 6, 9, 9, 6, 7]);
    expect(`${inner} ${shaped}`).toBe("tensor([[9., 9.]]) tensor([7., 6., 9., 9.])");
    expect(x.reshape([2, 4]).rows(1).toArray()).toEqual([[9, 9, 6, 7]]);
    if (resident) expect([part.pointer, inner.pointer, shaped.pointer]).toEqual([8, 16, 8].map((at) => x.pointer + at));
    x.dispose();
  });

  test("are an input, and a place for results, as a cache of keys and values wants it", () => {
    const steps = 5,
      features = 6,
      cache = full([steps, features], NaN, { resident }),
      weight = tensor(normals(features * features, 1), [features, features], { resident });
    const x = tensor(normals(steps * features, 2), [steps, features], { resident }),
      all = linear(x, weight);
    for (let t = 0; t < steps; t++) {
      const row = cache.rows(t, t + 1);
      expect(linear(x.rows(t, t + 1), weight, null, { out: row })).toBe(row);
      expect([...cache.rows(0, t + 1).data]).toEqual([...all.data.subarray(0, (t + 1) * features)]);
      expect(mean(cache.rows(0, t + 1)).item()).toBe(mean(all.rows(0, t + 1)).item());
      expect(cache.data.subarray((t + 1) * features).every(Number.isNaN)).toBe(true);
    }
    for (const one of [cache, weight, x]) one.dispose();
  });

  test("share the whole of another's memory or none of it: a part is found", () => {
    const x = counted([4, 3], resident),
      before = [...x.data];
    const part = new RangeError("out: expected the very memory of an input or none of it, got a part of it");
    expect(() => relu(x.rows(0, 2), { out: x.rows(1, 3) })).toThrow(part);
    expect(() => layerNorm(x.rows(1, 3), 3, { out: x.rows(0, 2) })).toThrow(part);
    expect(() => linear(x.rows(0, 1), x.rows(0, 3), null, { out: x.rows(1, 2) })).toThrow(part);
    expect([...x.data]).toEqual(before);
    const wanted = layerNorm([...[0, 1].map((i) => before.slice(3 * i, 3 * i + 3))], 3);
    layerNorm(x.rows(0, 2), 3, { out: x.rows(2, 4) }); /* side by side */
    expect([...x.data]).toEqual([...before.slice(0, 6), ...wanted.data]);
    const whole = x.rows(0, 2);
    expect(layerNorm(x.rows(0, 2), 3, { out: whole })).toBe(whole); /* two views of the same rows */
    expect([...x.data]).toEqual([...wanted.data, ...wanted.data]);
    x.dispose();
  });

  test("in place of an input that a kernel reads after it has written gives the same bits", () => {
    const x = tensor(normals(36, 3), [12, 3], { resident }),
      wanted = linear(x.rows(0, 3).reshape([3, 3]), x.rows(3, 6).reshape([3, 3]));
    const square = x.rows(0, 3);
    linear(square, x.rows(3, 6), null, { out: x.rows(0, 3) });
    expect([...square.data]).toEqual([...wanted.data]);
    x.dispose();
  });

  test("dispose() of rows does nothing", () => {
    const before = memoryUsage().resident,
      x = counted([4, 2], resident),
      part = x.rows(1, 3),
      shaped = part.reshape([4]);
    const held = memoryUsage().resident;
    for (const one of [part, shaped, part.rows(1), part]) one.dispose();
    part[Symbol.dispose]();
    expect(memoryUsage().resident).toBe(held);
    expect([mean(part).item(), mean(shaped).item(), mean(x).item()]).toEqual([3.5, 3.5, 3.5]);
    x.dispose();
    x.dispose();
    expect(memoryUsage().resident).toBe(before);
  });

  test("wrong ones are refused", () => {
    const x = counted([3, 2], resident);
    /** @type {[any[], ErrorConstructor, string][]} */
    const cases = [
      [[0, 4], RangeError, "end: expected an integer from -3 to 3 (the tensor has 3 rows), got 4"],
      [[-4], RangeError, "begin: expected an integer from -3 to 3 (the tensor has 3 rows), got -4"],
      [[4], RangeError, "begin: expected an integer from -3 to 3 (the tensor has 3 rows), got 4"],
      [[0.5], RangeError, "begin: expected an integer from -3 to 3 (the tensor has 3 rows), got 0.5"],
      [[0, NaN], RangeError, "end: expected an integer from -3 to 3 (the tensor has 3 rows), got NaN"],
      [[2, 1], RangeError, "end: expected at least begin, 2, got 1"],
      [[-1, -2], RangeError, "end: expected at least begin, 2, got 1"],
      [["1"], TypeError, 'begin: expected an integer, got "1"'],
      [[0, null], TypeError, "end: expected an integer, got null"],
      [[[0, 1]], TypeError, "begin: expected an integer, got [0, 1]"],
    ];
    for (const [range, kind, message] of cases) expect(() => x.rows(...range), `${range}`).toThrow(new kind(message));
    const scalar = zeros([], { resident });
    expect(() => scalar.rows()).toThrow(new RangeError("tensor: expected a first dim, whose rows these are, got []"));
    for (const one of [x, scalar]) one.dispose();
  });
});

describe("rows of a resident tensor", () => {
  test("are right after memory has grown, and in use as long as the tensor is", () => {
    const x = counted([4, 2], true),
      part = x.rows(1, 3),
      inner = part.rows(-1),
      old = part.data;
    grow();
    expect(old.length).toBe(0);
    expect([...part.data, ...inner.data]).toEqual([2, 3, 4, 5, 4, 5]);
    relu([[-1, -1]], { out: inner });
    grow();
    expect([...x.data, ...part.rows(0, 1).data]).toEqual([0, 1, 2, 3, 0, 0, 6, 7, 2, 3]);
    x.dispose();
    for (const one of [part, inner]) {
      expect(() => one.data).toThrow(gone("tensor", [...one.shape]));
      expect(() => mean(one)).toThrow(gone("x", [...one.shape]));
      expect(() => relu(ones(one.shape), { out: one })).toThrow(gone("out", [...one.shape]));
      expect(() => one.rows(0, 1)).toThrow(gone("tensor", [...one.shape]));
      expect(() => one.reshape([-1])).toThrow(gone("tensor", [...one.shape]));
      expect(() => one.pointer).toThrow(gone("tensor", [...one.shape]));
      one.dispose();
    }
    expect(() => x.rows()).toThrow(gone("tensor", [4, 2]));
  });

  test("stay rows where another tensor has taken the place of a disposed one", () => {
    const { resident } = memoryUsage(),
      x = counted([40, 40], true),
      part = x.rows(3, 5),
      at = x.pointer;
    x.dispose();
    const next = full([40, 40], 7, { resident: true });
    expect(next.pointer).toBe(at); /* otherwise this test shows nothing */
    part.dispose();
    expect(() => part.fill(0)).toThrow(gone("tensor", [2, 40]));
    expect(next.data.every((v) => v === 7)).toBe(true);
    next.dispose();
    expect(memoryUsage().resident).toBe(resident);
  });

  test("data of them, in an array's place, follows them", () => {
    const x = counted([4, 2], true),
      { data } = x.rows(2, 3);
    const wrapped = tensor(data, [2]),
      rowsOfData = tensor([data, x.rows(0, 1).data]);
    expect([wrapped.resident, wrapped.toArray(), rowsOfData.toArray()]).toEqual([
      false,
      [4, 5],
      [
        [4, 5],
        [0, 1],
      ],
    ]);
    expect(() => relu(x, { out: { data: x.rows(0, 1).data, shape: [4, 2] } })).toThrow("out: expected 8 elements");
    relu([-1, 3], { out: { data, shape: [2] } });
    expect(x.rows(2, 3).toArray()).toEqual([[0, 3]]);
    grow();
    x.data[4] = 6;
    expect([...wrapped.data, ...wrapped.rows(1).data]).toEqual([6, 3, 3]);
    const late = x.rows(2, 3).data;
    x.dispose();
    expect(() => mean(wrapped)).toThrow(gone("x", [2]));
    expect(() => mean(late)).toThrow(gone("x", [2]));
    expect(() => tensor([late, late])).toThrow(/^values\[0\]: expected a tensor in use/);
  });

  test("of a frozen one, and of a proxy of one", () => {
    const target = counted([3, 2], true),
      frozen = Object.freeze(target.reshape([2, 3])),
      proxy = new Proxy(target, {});
    const parts = [frozen.rows(1), Object.freeze(proxy.rows(1, 2)), frozen.rows(0, 1)];
    grow();
    expect(parts.map((part) => part.toArray())).toEqual([[[3, 4, 5]], [[2, 3]], [[0, 1, 2]]]);
    target.dispose();
    for (const part of parts) expect(() => mean(part)).toThrow(/that was disposed$/);
  });

  test("of what only looks at a resident one are no resident ones", () => {
    const x = counted([3, 2], true),
      view = tensor(x.data.subarray(2), [2, 2]),
      part = view.rows(1);
    expect([part.resident, part.toArray()]).toEqual([false, [[4, 5]]]);
    part.dispose();
    relu([[-1, 9]], { out: part });
    grow();
    expect([part.toArray(), x.toArray()[2]]).toEqual([[[0, 9]], [0, 9]]);
    expect(part instanceof Tensor).toBe(true);
    x.dispose();
  });
});

test("rows of an ordinary tensor whose buffer was transferred say so", () => {
  const x = tensor(new Float32Array(6), [3, 2]),
    part = x.rows(1, 2);
  structuredClone(x.data, { transfer: [x.data.buffer] });
  expect(() => x.rows(0, 1)).toThrow(/^tensor: expected a tensor in use.*transferred$/);
  expect(() => mean(part)).toThrow(/^x: expected a tensor in use.*transferred$/);
});
