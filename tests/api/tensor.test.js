/** Tensors: making them, reading them, and where they live. */
import { describe, expect, test } from "vitest";
import {
  allclose,
  empty,
  full,
  layerNorm,
  LayerNorm,
  linear,
  Linear,
  mean,
  memoryUsage,
  moments,
  normalize,
  ones,
  relu,
  ReLU,
  Sequential,
  Tensor,
  tensor,
  variance,
  zeros,
} from "../../web/api/index.js";
import { normals } from "./reference.js";

/** Makes WebAssembly memory grow, which detaches the views of it. @param {unknown} value @returns {any} value */
function growing(value) {
  const { total } = memoryUsage();
  empty([total / 4 + 1], { resident: true }).dispose();
  expect(memoryUsage().total).toBeGreaterThan(total);
  return value;
}

describe("making tensors", () => {
  test("from nested numbers: the shape is theirs", () => {
    expect(
      tensor([
        [1, 2, 3],
        [4, 5, 6],
      ]).shape,
    ).toEqual([2, 3]);
    expect(tensor([[[1], [2]]]).toArray()).toEqual([[[1], [2]]]);
    expect(tensor(5).shape).toEqual([]);
    expect(tensor([]).shape).toEqual([0]);
    expect(tensor([[], []]).shape).toEqual([2, 0]);
    expect(tensor([[], []]).toArray()).toEqual([[], []]);
  });

  test("from a Float32Array: wrapped, not copied", () => {
    const data = new Float32Array([1, 2, 3, 4]);
    const x = tensor(data, [2, 2]);
    expect(x.data).toBe(data);
    expect(x.toArray()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(tensor(data, [2, 2], { resident: true }).data).not.toBe(data);
  });

  test("from other arrays and tensors: converted to float32, copied", () => {
    expect(tensor(new Float64Array([0.1, 0.2])).data).toEqual(new Float32Array([0.1, 0.2]));
    expect(tensor(new Int32Array([1, 2, 3, 4]), [2, 2]).toArray()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(tensor({ length: 2, 0: 1, 1: 2 }).toArray()).toEqual([1, 2]);
    const x = ones([2]),
      copy = tensor(x);
    copy.data[0] = 5;
    expect(x.toArray()).toEqual([1, 1]);
  });

  test("a shape is taken for values of as many elements", () => {
    expect(
      tensor(
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
        [3, 2],
      ).toArray(),
    ).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect(() => tensor([1, 2, 3], [2, 2])).toThrow(/^shape: expected 3 elements.*got \[2, 2\]$/);
  });

  test("zeros, ones, full, empty, ordinary and resident", () => {
    for (const options of [undefined, {}, { resident: false }, { resident: true }]) {
      expect(zeros([2, 1], options).toArray()).toEqual([[0], [0]]);
      expect(ones([2], options).toArray()).toEqual([1, 1]);
      expect(full([], 0.5, options).toArray()).toBe(0.5);
      expect(empty([3, 0], options).size).toBe(0);
      expect(empty([4], options).resident).toBe(options?.resident ?? false);
    }
  });

  test("ragged nesting is a RangeError that names where", () => {
    expect(() => tensor([[1, 2], [3]])).toThrow(
      new RangeError("values[1]: expected 2 elements, as those before it have, got 1"),
    );
    expect(() =>
      tensor([
        [[1], [2]],
        [[3], 4],
      ]),
    ).toThrow(/values\[1\]\[1\]: expected 1 elements.*got 4/);
    expect(() => tensor([1, [2]])).toThrow(/values\[1\]: expected a number, got \[2\]/);
    expect(() => mean([[1, 2], [3]])).toThrow(/^x\[1\]: expected 2 elements/);
  });

  test("what is not a number is a TypeError that names where", () => {
    for (const bad of ["1", null, undefined, {}, 1n, true]) {
      expect(() =>
        tensor(
          /** @type {any} */ ([
            [1, 2],
            [3, bad],
          ]),
        ),
      ).toThrow(TypeError);
      expect(() =>
        tensor(
          /** @type {any} */ ([
            [1, 2],
            [3, bad],
          ]),
        ),
      ).toThrow(/^values\[1\]\[1\]: expected a number, got /);
    }
    for (const [bad, got] of /** @type {const} */ ([
      ["12", '"12"'],
      [undefined, "undefined"],
      [{}, "Object"],
      [new BigInt64Array(0), "BigInt64Array"],
    ])) {
      expect(() => tensor(/** @type {any} */ (bad))).toThrow(
        new TypeError(`values: expected a tensor, a typed array or nested numbers, got ${got}`),
      );
    }
  });
});

test("JSON saves a tensor as nested numbers, which tensor() reads", () => {
  const x = tensor([
      [1, 2],
      [3, 0.5],
    ]),
    resident = full([2], 3, { resident: true });
  const saved = JSON.stringify({ x, resident, scalar: tensor(5) });
  expect(saved).toBe('{"x":[[1,2],[3,0.5]],"resident":[3,3],"scalar":5}');
  expect(tensor(JSON.parse(saved).x)).toEqual(x);
  resident.dispose();
});

describe("ordinary tensors", () => {
  test("need no WebAssembly memory to be made, and cannot be used up", () => {
    const x = ones([3]);
    x.dispose();
    expect(x.toArray()).toEqual([1, 1, 1]);
    expect(() => x.pointer).toThrow(/expected a resident tensor/);
  });

  test("shapes cannot be changed behind a tensor's back", () => {
    const shape = [2, 3],
      x = ones(shape);
    shape[0] = 7;
    expect(x.shape).toEqual([2, 3]);
    expect(() => /** @type {number[]} */ (x.shape).push(1)).toThrow(TypeError);
  });
});

describe("resident tensors", () => {
  test("dispose frees, once; using one afterwards is an Error that says so", () => {
    const before = memoryUsage().resident;
    const x = full([10, 10], 3, { resident: true });
    expect(memoryUsage().resident).toBe(before + 400);
    x.dispose();
    x.dispose();
    expect(memoryUsage().resident).toBe(before);
    for (const use of [() => x.data, () => x.toArray(), () => `${x}`, () => JSON.stringify(x), () => x.pointer]) {
      expect(use).toThrow(new Error("tensor: expected a tensor in use, got one of shape [10, 10] that was disposed"));
    }
  });

  test("a frozen one, and a proxy of one, are read, printed and disposed like any other; freed once", () => {
    const before = memoryUsage().resident;
    const frozen = Object.freeze(full([2, 3], 3, { resident: true })),
      target = full([4], 5, { resident: true });
    const proxy = new Proxy(target, {});
    expect([frozen.shape, [...frozen.data], mean(frozen).toArray()]).toEqual([[2, 3], Array(6).fill(3), 3]);
    expect([`${proxy}`, mean(proxy).toArray()]).toEqual(["tensor([5., 5., 5., 5.])", 5]);
    expect(Object.freeze(ones([1, 2])).shape).toEqual([1, 2]);
    for (const tensor of [frozen, frozen, proxy, target, proxy]) tensor.dispose();
    expect(memoryUsage().resident).toBe(before);
    for (const tensor of [frozen, proxy, target]) expect(() => mean(tensor)).toThrow(/^x: expected a tensor in use/);
  });

  test("a tensor of a view of one cannot be used once that one is disposed, nor can the view", () => {
    const owner = full([6], 3, { resident: true }),
      view = owner.data;
    const gone = (/** @type {string} */ name, /** @type {number[]} */ shape) =>
      new Error(`${name}: expected a tensor in use, got one of shape [${shape.join(", ")}] that was disposed`);
    const shaped = tensor(view, [2, 3]),
      part = tensor(view.subarray(2, 4));
    expect([mean(shaped).toArray(), mean(part).toArray()]).toEqual([3, 3]);
    const large = empty([memoryUsage().total / 4 + 1], { resident: true });
    expect([...shaped.data.subarray(0, 2), ...part.data]).toEqual([3, 3, 3, 3]);
    const again = tensor(shaped.data, [3, 2]),
      { data } = owner;
    owner.dispose();
    for (const x of [shaped, again]) {
      expect(() => mean(x)).toThrow(gone("x", [...x.shape]));
      expect(() => relu(ones(x.shape), { out: x })).toThrow(gone("out", [...x.shape]));
      expect(() => x.data).toThrow(gone("tensor", [...x.shape]));
    }
    expect(() => relu(data)).toThrow(gone("x", [6]));
    expect(() => relu({ data, shape: [2, 3] })).toThrow(gone("x", [2, 3]));
    expect(() => tensor(data)).toThrow(gone("values", [6]));
    large.dispose();
  });

  test("large ones that follow each other begin at different places of their pages", () => {
    const tensors = Array.from({ length: 6 }, () => empty([16384], { resident: true }));
    for (let i = 1; i < tensors.length; i++) {
      const apart = (tensors[i].pointer - tensors[i - 1].pointer) & 4095;
      expect(Math.min(apart, 4096 - apart)).toBeGreaterThanOrEqual(1024);
    }
    for (const tensor of tensors) tensor.dispose();
  });

  test("Symbol.dispose, which `using` calls, is dispose", () => {
    const before = memoryUsage().resident;
    const x = ones([5], { resident: true });
    expect(memoryUsage().resident).toBe(before + 20);
    x[Symbol.dispose]();
    expect(memoryUsage().resident).toBe(before);
  });

  test("data is right after memory has grown; a view kept from before is detached, and said to be", () => {
    const x = tensor([1, 2, 3], undefined, { resident: true });
    const old = x.data,
      before = memoryUsage().total;
    const large = empty([before / 4 + 1], { resident: true });
    expect(memoryUsage().total).toBeGreaterThan(before);
    expect(old.length).toBe(0);
    expect([...x.data]).toEqual([1, 2, 3]);
    expect(() => mean({ data: old, shape: [3] })).toThrow(/^x: expected a Float32Array with its memory/);
    expect(() => relu(old)).toThrow(/^x: expected a Float32Array with its memory, got a detached one/);
    x.dispose();
    large.dispose();
  });

  test("views of them may be given to ops that make memory grow", () => {
    const { total, resident } = memoryUsage(),
      size = total / 4;
    const a = full([size], 1, { resident: true });
    expect(mean(a.data).toArray()).toBe(1);
    const view = tensor(a.data);
    const b = tensor(a.data, [size], { resident: true });
    const c = empty([memoryUsage().total / 4], { resident: true });
    expect([b.data.length, b.data[0], b.data[size - 1], view.data[size - 1]]).toEqual([size, 1, 1, 1]);
    relu(full([size], -1), { out: { data: a.data, shape: [size] } });
    expect(a.data.every((v) => v === 0)).toBe(true);
    for (const tensor of [a, b, c]) tensor.dispose();
    expect(memoryUsage().resident).toBe(resident);
  });

  test("a large op gives its staging area back, also when it fails", () => {
    const x = ones([3, 700000]),
      used = () => {
        const before = memoryUsage().total;
        normalize(x, { dim: 0 });
        return memoryUsage().total - before;
      };
    used();
    for (let i = 0; i < 5; i++) expect(used()).toBe(0);
    const grown = memoryUsage().total;
    for (let n = 1; n <= 8; n++) mean(ones([2, 200000 * n]), { dim: 0 });
    expect(memoryUsage().total - grown).toBeLessThan(8 * 4 * 2 * 200000);
  });

  test("more than memory holds is a RangeError that names the sizes, and everything still works", () => {
    expect(() => empty([32768, 32767], { resident: true })).toThrow(RangeError);
    expect(() => empty([32768, 32767], { resident: true })).toThrow(/4294836224 bytes do not fit .*4 GiB at most/);
    expect(() => empty([2 ** 30 - 1], { resident: true })).toThrow(/4294967292 bytes do not fit/);
    expect(mean([1, 2, 3]).toArray()).toBe(2);
  });

  test("results are ordinary unless out says otherwise, also from resident inputs", () => {
    const x = ones([2, 3], { resident: true }),
      out = empty([2], { resident: true });
    expect(mean(x, { dim: 1 }).resident).toBe(false);
    expect(mean(x, { dim: 1, out })).toBe(out);
    expect(out.toArray()).toEqual([1, 1]);
  });

  test("a million calls on ordinary tensors let memory grow by nothing", () => {
    const x = normals(12),
      out = ones([2, 6]);
    layerNorm(tensor(x, [2, 6]), 6);
    const before = memoryUsage();
    for (let i = 0; i < 1e6; i++) layerNorm(out, 6, { out });
    expect(memoryUsage()).toEqual(before);
  });
});

describe("writing without a view", () => {
  test("a view that JavaScript took before memory grew loses the write; copyFrom and fill do not", () => {
    const x = zeros([2], { resident: true });
    x.data[0] = growing(5);
    expect(x.toArray()).toEqual([0, 0]);
    expect(x.copyFrom(growing([5, 6]))).toBe(x);
    expect(x.toArray()).toEqual([5, 6]);
    expect(x.fill(growing(7))).toBe(x);
    expect(x.toArray()).toEqual([7, 7]);
    x.copyFrom(mean(growing([[1, 3], [2, 2]]), { dim: 1 })); // biome-ignore format: short
    expect(x.toArray()).toEqual([2, 2]);
    x.dispose();
  });

  test.each([false, true])("copyFrom takes every input, resident %s", (resident) => {
    const x = zeros([2, 2], { resident }),
      data = new Float32Array([1, 2, 3, 4]);
    const inputs = [
      tensor(data, [2, 2]),
      tensor(data, [2, 2], { resident: true }),
      { data, shape: [2, 2] },
      { data, dims: [4] },
      Array.of([1, 2], [3, 4]),
      [new Float32Array([1, 2]), new Float32Array([3, 4])],
      data,
      [1, 2, 3, 4],
      new Float64Array([1, 2, 3, 4]),
      new Uint8Array([1, 2, 3, 4]),
      { length: 4, 0: 1, 1: 2, 2: 3, 3: 4 },
    ];
    for (const values of inputs) {
      x.fill(0).copyFrom(values);
      expect([...x.data]).toEqual([1, 2, 3, 4]);
    }
    x.copyFrom(x);
    expect([...x.data]).toEqual([1, 2, 3, 4]);
    expect(zeros([], { resident }).copyFrom(3).item()).toBe(3);
    expect(zeros([], { resident }).copyFrom([4]).item()).toBe(4);
    x.dispose();
  });

  test.each([false, true])("copyFrom refuses another shape, and writes nothing, resident %s", (resident) => {
    const x = full([3, 2], 7, { resident });
    for (const values of [Array.of([1, 2, 3], [4, 5, 6]), [1, 2, 3], 5, zeros([6, 1]), zeros([1, 3, 2])]) {
      expect(() => x.copyFrom(values)).toThrow(/^values: expected shape \[3, 2\], or 6 elements in one dim, got \[/);
    }
    expect(() => x.copyFrom(/** @type {any} */ ("123456"))).toThrow(TypeError);
    // biome-ignore format: short
    const wrong = /** @type {any} */ ([[1, 2], [3, 4], [5, "6"]]);
    expect(() => x.copyFrom(wrong)).toThrow(/^values\[2\]\[1\]: expected a n/);
    expect(() => x.copyFrom(/** @type {any} */ (new BigInt64Array(6)))).toThrow(TypeError);
    expect(() => x.fill(/** @type {any} */ ("1"))).toThrow(new TypeError('value: expected a number, got "1"'));
    expect([...x.data]).toEqual([7, 7, 7, 7, 7, 7]);
    x.dispose();
    if (!resident) return;
    expect(() => x.copyFrom([1, 2, 3, 4, 5, 6])).toThrow(/^tensor: expected a tensor in use/);
    expect(() => x.fill(1)).toThrow(/^tensor: expected a tensor in use/);
  });

  test.each([false, true])("item is the only element, resident %s", (resident) => {
    for (const shape of [[], [1], [1, 1]]) expect(full(shape, 0.5, { resident }).item()).toBe(0.5);
    expect(() => ones([2, 1], { resident }).item()).toThrow(new RangeError("tensor: expected one element, got [2, 1]"));
    expect(() => zeros([0], { resident }).item()).toThrow(RangeError);
  });
});

describe("reshape", () => {
  test.each([false, true])("shares the elements, resident %s", (resident) => {
    const x = tensor([1, 2, 3, 4, 5, 6], [6], { resident }),
      y = x.reshape([2, 3]);
    expect([y.shape, y.resident, y instanceof Tensor]).toEqual([[2, 3], resident, true]);
    y.data[5] = 9;
    x.data[0] = 8;
    expect([x.toArray(), y.toArray()]).toEqual([
      [8, 2, 3, 4, 5, 9],
      [
        [8, 2, 3],
        [4, 5, 9],
      ],
    ]);
    expect(mean(y, { dim: 1 }).data).toEqual(mean(Array.of([8, 2, 3], [4, 5, 9]), { dim: 1 }).data);
    expect(relu(x, { out: x.reshape([6]) }).data[5]).toBe(9);
    for (const tensor of [x, y]) tensor.dispose();
  });

  test("works out one size that is -1", () => {
    const x = zeros([2, 3, 4]);
    expect([[-1], [4, -1], [-1, 1, 24], [2, 3, 4]].map((shape) => x.reshape(shape).shape)).toEqual([
      [24],
      [4, 6],
      [1, 1, 24],
      [2, 3, 4],
    ]);
    expect(zeros([0, 3]).reshape([-1, 3]).shape).toEqual([0, 3]);
    expect(ones([1]).reshape([]).shape).toEqual([]);
  });

  test("refuses what has another number of elements", () => {
    const x = zeros([2, 3]);
    for (const shape of [[5], [-1, 4], [], [-1, 0], [7, -1]]) {
      expect(() => x.reshape(shape)).toThrow(
        new RangeError(`shape: expected 6 elements, as many as the tensor has, got [${shape.join(", ")}]`),
      );
    }
    expect(() => zeros([0]).reshape([-1, 0])).toThrow(RangeError);
    expect(() => x.reshape([-1, -1])).toThrow(new RangeError("shape[1]: expected an integer >= 0, got -1"));
    expect(() => x.reshape([-2, 3])).toThrow(RangeError);
    expect(() => x.reshape(/** @type {any} */ (6))).toThrow(TypeError);
  });

  test("of a resident one owns the same memory: either disposes both, once; growth concerns neither", () => {
    const before = memoryUsage().resident;
    for (const first of [0, 1]) {
      const x = ones([2, 3], { resident: true }),
        y = x.reshape([3, 2]);
      expect(memoryUsage().resident).toBe(before + 24);
      expect(y.pointer).toBe(x.pointer);
      growing(0);
      expect(y.toArray()).toEqual(Array(3).fill([1, 1]));
      expect(layerNorm(y, 2, { out: y })).toBe(y);
      expect(x.data.every((v) => v === 0)).toBe(true);
      const both = [x, y];
      both[first].dispose();
      expect(memoryUsage().resident).toBe(before);
      both[1 - first].dispose();
      expect(memoryUsage().resident).toBe(before);
      for (const gone of both) expect(() => mean(gone)).toThrow(/^x: expected a tensor in use.* that was disposed$/);
      expect(() => x.reshape([6])).toThrow(/that was disposed$/);
    }
  });

  test("of a view of a resident one is no resident one, and gone with it", () => {
    const owner = full([6], 3, { resident: true }),
      y = tensor(owner.data, [2, 3]).reshape([3, 2]);
    growing(0);
    expect([y.resident, y.toArray()]).toEqual([false, Array(3).fill([3, 3])]);
    y.dispose();
    expect(mean(owner).item()).toBe(3);
    owner.dispose();
    expect(() => mean(y)).toThrow(/that was disposed$/);
  });
});

describe("what is no tensor any more says so", () => {
  test("a tensor whose buffer was transferred, used and printed", () => {
    const x = tensor(new Float32Array([1, 2, 3, 4]), [2, 2]);
    structuredClone(x.data, { transfer: [x.data.buffer] });
    const gone = (/** @type {string} */ name) =>
      new Error(`${name}: expected a tensor in use, got one of shape [2, 2] that was transferred`);
    for (const use of [() => x.data, () => x.toArray(), () => `${x}`, () => JSON.stringify(x), () => x.reshape([4])]) {
      expect(use).toThrow(gone("tensor"));
    }
    expect(() => x.copyFrom([1, 2, 3, 4])).toThrow(gone("tensor"));
    expect(() => mean(x)).toThrow(gone("x"));
    expect(() => relu([[1, 2], [3, 4]], { out: x })).toThrow(gone("out")); // biome-ignore format: short
    const inspect = /** @type {any} */ (x)[Symbol.for("nodejs.util.inspect.custom")];
    expect(inspect.call(x)).toBe("tensor(transferred, size=(2, 2))");
    expect(zeros([0, 2]).toArray()).toEqual([]);
  });

  test("a structured clone of a tensor, and data without a shape: what is missing", () => {
    const clone = structuredClone({ ...tensor([1, 2]) });
    const expected = "expected a tensor, got a clone of one: send its data and shape, tensor(data, shape)";
    expect(() => mean(/** @type {any} */ (clone))).toThrow(new TypeError(`x: ${expected}`));
    expect(() => tensor(/** @type {any} */ (clone))).toThrow(new TypeError(`values: ${expected}`));
    const data = new Float32Array(2),
      bare = /** @type {any} */ ({ data });
    expect(() => mean(bare)).toThrow(new TypeError("x.shape: expected an array of sizes, got undefined"));
    expect(() => tensor(bare)).toThrow(new TypeError("values.shape: expected an array of sizes, got undefined"));
    expect(() => relu([1, 2], { out: bare })).toThrow(/^out.shape: expected an array of sizes, got undefined/);
  });
});

/** What a runtime without Float16Array takes for one: the numbers, and the tag by which it is known. */
class Half extends Float32Array {
  /** @returns {any} */
  get [Symbol.toStringTag]() {
    return "Float16Array";
  }
}

/** The stand-in, and the real one in runtimes that have it. @type {[string, any][]} */
const halves = [
  ["a stand-in for Float16Array", Half],
  ["Float16Array", Reflect.get(globalThis, "Float16Array")],
];

describe.each(halves.filter(([, Half]) => Half))("%s", (_, Half) => {
  const data = new Half([1, 2, 3, 5]);

  test("is an input everywhere, converted in a copy", () => {
    for (const x of [data, { data, shape: [4] }, { data, dims: [2, 2] }, [data, data], [[data], [data]]]) {
      expect(mean(x).item()).toBe(2.75);
      expect(tensor(x).data).toBeInstanceOf(Float32Array);
      expect(tensor(x).data).not.toBeInstanceOf(Half);
    }
    expect(tensor(data, [2, 2], { resident: true }).toArray()).toEqual(Array.of([1, 2], [3, 5]));
    expect(zeros([4]).copyFrom(data).toArray()).toEqual([1, 2, 3, 5]);
    const { weight } = new LayerNorm(4);
    weight?.copyFrom({ data, shape: [4] });
    expect(weight?.toArray()).toEqual([1, 2, 3, 5]);
    tensor(data).data[0] = 7;
    expect(data[0]).toBe(1);
  });

  test("is no place for a result: it would be lost in the copy", () => {
    expect(() => relu([1, 2, 3, 4], { out: /** @type {any} */ ({ data, shape: [4] }) })).toThrow(
      /^out.data: expected a Float32Array, got /,
    );
    expect([...data]).toEqual([1, 2, 3, 5]);
  });
});

describe("Float64Array", () => {
  const data = new Float64Array([0.1, 1 + 2 ** -24, 1 + 3 * 2 ** -24, 1e300]),
    rounded = Array.from(data, Math.fround);

  test("is an input everywhere, rounded as numbers are, in a copy", () => {
    for (const x of [data, { data, shape: [4] }, { data, dims: [2, 2] }, [data], [[data], [data]]]) {
      expect([...relu(x).data].slice(0, 4)).toEqual(rounded);
      expect([...zeros([x === data ? 4 : tensor(x).size]).copyFrom(tensor(x).data).data].slice(0, 4)).toEqual(rounded);
    }
    expect(relu([data, [1, 2, 3, 4]]).toArray()).toEqual([rounded, [1, 2, 3, 4]]);
    expect(relu(data.subarray(1, 3)).toArray()).toEqual(rounded.slice(1, 3));
    tensor(data).data[0] = 7;
    expect(data[0]).toBe(0.1);
    const gone = new Float64Array(2);
    structuredClone(gone, { transfer: [gone.buffer] });
    expect(() => mean(gone)).toThrow(/^x: expected a Float64Array with its memory, got a detached one/);
    expect(() => mean([gone, gone])).toThrow(/^x\[0\]: expected a Float64Array with its memory/);
  });

  test("is no place for a result", () => {
    expect(() => relu([1, 2, 3, 4], { out: /** @type {any} */ ({ data, dims: [4] }) })).toThrow(
      new TypeError("out.data: expected a Float32Array, got Float64Array"),
    );
    expect(data[0]).toBe(0.1);
  });
});

describe("rows", () => {
  const rows = [new Float32Array([1, 2, 3]), new Float32Array([4, 5, 9])];

  test("of Float32Arrays are a tensor of two dims, or more", () => {
    expect(tensor(rows).toArray()).toEqual(Array.of([1, 2, 3], [4, 5, 9]));
    expect(mean(rows, { dim: 1 }).toArray()).toEqual([2, 6]);
    expect(layerNorm(rows, 3).data).toEqual(layerNorm(tensor(rows), 3).data);
    expect(tensor([rows, rows]).shape).toEqual([2, 2, 3]);
    expect(tensor([rows[0], [7, 8, 9]]).toArray()).toEqual(Array.of([1, 2, 3], [7, 8, 9]));
    expect(tensor([[7, 8, 9], rows[0]]).toArray()).toEqual(Array.of([7, 8, 9], [1, 2, 3]));
    expect(tensor([new Float32Array(0), new Float32Array(0)]).shape).toEqual([2, 0]);
    tensor(rows).data[0] = 5;
    expect(rows[0][0]).toBe(1);
  });

  test("of resident tensors are read where they are now", () => {
    const x = tensor([1, 2, 3], undefined, { resident: true });
    expect(mean([x.data, x.data], { dim: 0 }).toArray()).toEqual([1, 2, 3]);
    const { data } = x;
    x.dispose();
    expect(() => mean([data, data])).toThrow(/^x\[0\]: expected a tensor in use/);
  });

  test("that do not fit, or are no rows, are an error that names which", () => {
    expect(() => tensor([rows[0], new Float32Array(2)])).toThrow(/^values\[1\]: expected 3 elements, as .* got 2$/);
    expect(() => mean([rows[0], 5])).toThrow(/^x\[1\]: expected 3 elements, as .* got 5$/);
    expect(() => mean([[rows[0]], rows[0]])).toThrow(/^x\[1\]: expected 1 elements/);
    expect(() => mean([[[1]], [rows[0]]])).toThrow(/^x\[1\]\[0\]: expected 1 elements/);
    expect(() => mean([[1], [rows[0]]])).toThrow(/^x\[1\]\[0\]: expected a number, got Float32Array/);
    expect(() => mean(/** @type {any} */ ([new Int32Array(3)]))).toThrow(/^x\[0\]: expected a number, got Int32Arr/);
    const gone = new Float32Array(3);
    structuredClone(gone, { transfer: [gone.buffer] });
    expect(() => mean([gone])).toThrow(/^x\[0\]: expected a Float32Array with its memory, got a detached one/);
  });
});

describe("inputs", () => {
  test("anything with data and shape or dims, a Float32Array, nested numbers", () => {
    const data = new Float32Array([1, 2, 3, 4]);
    const inputs = [
      tensor(data, [2, 2]),
      { data, shape: [2, 2] },
      { data, dims: [2, 2], type: "float32" },
      { data, shape: undefined, dims: [2, 2] },
      { data, shape: [2, 2], dims: [4] },
      [
        [1, 2],
        [3, 4],
      ],
    ];
    for (const x of inputs) expect(mean(x, { dim: 0 }).toArray()).toEqual([2, 3]);
    expect(mean(data).toArray()).toBe(2.5);
  });

  test("are never changed", () => {
    const x = tensor(normals(24), [2, 3, 4]),
      before = x.data.slice();
    normalize(x, { dim: [0, 2] });
    variance(x, { dim: 1 });
    relu(x);
    layerNorm(x, 4);
    expect(x.data).toEqual(before);
  });

  test("a mean of strided columns above the size of a piece", () => {
    const data = normals(70000 * 3),
      x = tensor(data, [70000, 3]);
    const resident = tensor(data, [70000, 3], { resident: true });
    expect(mean(x, { dim: 0 }).data).toEqual(mean(resident, { dim: 0 }).data);
    resident.dispose();
  });
});

describe("empty tensors", () => {
  test.each([false, true])("inside and out, resident %s", (resident) => {
    const none = zeros([2, 3, 0], { resident });
    expect(mean(none, { dim: 1 }).shape).toEqual([2, 0]);
    expect(moments(none, { dim: [0, 1] }).mean.shape).toEqual([0]);
    expect(normalize(none, { dim: 1 }).shape).toEqual([2, 3, 0]);
    expect(normalize(zeros([0, 3, 2], { resident }), { dim: [1, 2] }).shape).toEqual([0, 3, 2]);
    expect(layerNorm(zeros([0, 3], { resident }), 3, { stats: true }).mean.shape).toEqual([0, 1]);
    expect(linear(zeros([3, 0], { resident }), zeros([2, 0], { resident }), [1, 2]).toArray()).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
    expect(linear(zeros([3, 2], { resident }), zeros([0, 2], { resident })).shape).toEqual([3, 0]);
    expect(relu(zeros([0], { resident })).toArray()).toEqual([]);
    expect(allclose(none, none)).toBe(true);
    expect(mean(zeros([2 ** 40, 3, 0], { resident }), { dim: 1 }).shape).toEqual([2 ** 40, 0]);
  });
});

describe("out", () => {
  test("is written and returned", () => {
    const x = [
        [1, 2, 3],
        [4, 5, 6],
      ],
      out = empty([2]);
    expect(mean(x, { dim: 1, out })).toBe(out);
    expect(out.toArray()).toEqual([2, 5]);
    const both = { mean: empty([2, 1]), variance: empty([2, 1]) };
    expect(moments(x, { dim: 1, keepdim: true, out: both }).variance).toBe(both.variance);
    expect(both.mean.toArray()).toEqual([[2], [5]]);
    expect(both.variance.toArray()).toEqual([[1], [1]]);
  });

  test("may be a foreign tensor: its data is written", () => {
    const data = new Float32Array(2);
    mean(
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
      { dim: 1, out: { data, shape: [2] } },
    );
    expect([...data]).toEqual([2, 5]);
  });

  test("of another shape is a RangeError, and nothing is written", () => {
    const out = full([3], 7);
    expect(() =>
      mean(
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
        { dim: 1, out },
      ),
    ).toThrow(new RangeError("out: expected shape [2], got [3]"));
    expect(out.toArray()).toEqual([7, 7, 7]);
    expect(() => mean([1, 2], { out: /** @type {any} */ (new Float32Array(1)) })).toThrow(TypeError);
  });

  test("is the very memory of an input or none of it", () => {
    const memory = normals(12);
    const x = tensor(memory.subarray(0, 6), [6]),
      shifted = tensor(memory.subarray(2, 8), [6]);
    const part = /^out: expected the very memory of an input or none of it/;
    expect(() => relu(x, { out: shifted })).toThrow(part);
    expect(() => mean({ data: memory, shape: [2, 6] }, { dim: 0, out: x })).toThrow(part);
    expect(() => linear(x, ones([6, 6]), null, { out: shifted })).toThrow(part);
    const weight = tensor(memory.subarray(0, 4), [2, 2]),
      out = tensor(memory.subarray(3, 11), [2, 2, 2]);
    expect(() => normalize(ones([2, 2, 2]), { dim: [2, 1], weight, out })).toThrow(part);
    expect(() => layerNorm(ones([2, 2, 2]), [2, 2], { bias: weight, out })).toThrow(part);
    expect(relu(x, { out: tensor(memory.subarray(6, 12), [6]) }).toArray()).toEqual(relu(x).toArray());
    const same = empty([1]);
    expect(() => moments([1, 2], { out: { mean: same, variance: same }, keepdim: true })).toThrow(
      "out.mean: expected no memory of another output, got some of out.variance",
    );
  });

  test("may be what linear reads, ordinary and resident", () => {
    const square = [
        [1, 2],
        [3, 4],
      ],
      want = linear(
        square,
        [
          [0, 1],
          [1, 1],
        ],
        [1, 1],
      ).toArray();
    for (const resident of [false, true]) {
      const x = tensor(square, undefined, { resident }),
        weight = tensor(
          [
            [0, 1],
            [1, 1],
          ],
          undefined,
          { resident },
        );
      expect(linear(x, weight, [1, 1], { out: weight }).toArray()).toEqual(want);
      const again = tensor(
        [
          [0, 1],
          [1, 1],
        ],
        undefined,
        { resident },
      );
      expect(linear(x, again, [1, 1], { out: x }).toArray()).toEqual(want);
    }
  });

  test("may be a view of what linear reads in pieces", () => {
    const n = 300,
      x = tensor(normals(n * n), [n, n]),
      weight = tensor(normals(n * n, 2), [n, n], { resident: true });
    const want = linear(x, weight).data;
    expect(linear(x, weight, null, { out: { data: weight.data, shape: [n, n] } }).data).toEqual(want);
    weight.dispose();
  });

  test.each([false, true])("may be the weight or the bias, resident %s", (resident) => {
    const x = tensor(normals(6), undefined, { resident });
    const parameter = () => tensor(normals(6, 2), undefined, { resident });
    const want = layerNorm(x, 6, { weight: parameter(), bias: parameter() }).toArray();
    for (const name of ["weight", "bias"]) {
      const both = { weight: parameter(), bias: parameter() },
        out = name === "weight" ? both.weight : both.bias;
      expect(layerNorm(x, 6, { ...both, out }).toArray()).toEqual(want);
    }
  });

  test("may be what is averaged, where each is alone", () => {
    const x = tensor([[1], [2]], undefined, { resident: true }),
      other = empty([2, 1], { resident: true });
    moments(x, { dim: 1, keepdim: true, correction: 0, out: { mean: other, variance: x } });
    expect([other.toArray(), x.toArray()]).toEqual([
      [[1], [2]],
      [[0], [0]],
    ]);
  });
});

describe("layers", () => {
  test("LayerNorm starts with weight 1 and bias 0, or without", () => {
    const layer = new LayerNorm([2, 3]);
    expect(layer.weight?.toArray()).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    expect(layer.bias?.toArray()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(layer.eps).toBe(1e-5);
    expect(new LayerNorm(6, { bias: false }).bias).toBe(null);
    expect(new LayerNorm(6, { bias: false }).weight?.shape).toEqual([6]);
    expect(new LayerNorm(6, { elementwiseAffine: false }).weight).toBe(null);
  });

  test("their parameters are live", () => {
    const layer = new LayerNorm(3);
    layer.weight?.data.set([2, 2, 2]);
    layer.bias?.data.set([1, 1, 1]);
    const plain = layerNorm([[1, 2, 4]], 3).data;
    expect(allclose(layer.forward([[1, 2, 4]]), [Array.from(plain, (v) => 2 * v + 1)])).toBe(true);
  });

  test("Sequential runs layers in order, and refuses what is none", () => {
    const layer = new Linear(3, 2);
    const x = [[1, -2, 3]];
    expect(new Sequential(layer, new ReLU()).forward(x).data).toEqual(relu(layer.forward(x)).data);
    expect(new Linear(3, 2, { bias: false }).bias).toBe(null);
    expect(() => new Sequential(layer, /** @type {any} */ ({}))).toThrow(/^layers\[1\]: expected a layer/);
    expect(new Sequential().forward(x).toArray()).toEqual(x);
  });

  test("linear takes any number of leading dims, and none", () => {
    const weight = [
      [1, 2],
      [3, 4],
      [5, 6],
    ];
    expect(linear([1, 1], weight).toArray()).toEqual([3, 7, 11]);
    expect(linear(ones([2, 4, 2]), weight, [1, 0, 0]).shape).toEqual([2, 4, 3]);
    expect(linear(ones([0, 2]), weight).shape).toEqual([0, 3]);
  });
});

test("allclose finds a difference anywhere", () => {
  const a = zeros([200000]);
  for (const at of [0, 70000, 199999]) {
    const b = zeros([200000]);
    b.data[at] = 1;
    expect(allclose(a, b)).toBe(false);
  }
});

test("a tensor may have eight dims", () => {
  const shape = [1, 2, 1, 1, 3, 1, 1, 2];
  expect(ones(shape).shape).toEqual(shape);
});

test("Tensor is what the makers make", () => {
  expect(ones([1])).toBeInstanceOf(Tensor);
  expect(mean([1])).toBeInstanceOf(Tensor);
});
