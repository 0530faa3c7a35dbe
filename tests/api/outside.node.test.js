/**
 * Faults from outside: arguments of other realms and kinds, getters that throw, change what they give, let memory grow,
 * or take another argument's elements away between their check and their use. Each op either gives the bits that it
 * gives anyway, or fails with a word of what was expected, writes nothing, and is right the next time.
 */
import vm from "node:vm";
import { afterAll, describe, expect, test } from "vitest";
import * as ln from "../../web/api/index.js";
import { makeInputs, ops } from "../ops.js";
import { bitsOf } from "./bits-of.js";

/** @import { Tensor } from "../../web/api/index.js" */
/** @import { Op } from "../ops.js" */

/** What an argument is held against. @typedef {{ inputs: Tensor[], outs: Tensor[] }} Others  the op's other tensors */

const realm = vm.createContext({});
const [Floats, List] = ["Float32Array", "Array"].map((name) => vm.runInContext(name, realm));

/** @param {Float32Array} data */
function shared(data) {
  const copy = new Float32Array(new SharedArrayBuffer(data.byteLength));
  copy.set(data);
  return copy;
}

/** The same elements in other clothes. @type {Record<string, (tensor: Tensor) => any>} */
const CLOTHES = {
  "a plain object": ({ data, shape }) => ({ data, shape }),
  "a frozen object": ({ data, shape }) => Object.freeze({ data, shape }),
  "a proxy": (tensor) => new Proxy(tensor, {}),
  "shared memory": ({ data, shape }) => ({ data: shared(data), shape }),
  "another realm": ({ data, shape }) => ({ data: new Floats(data), shape: List.from(shape) }),
};

const MINE = "thrown by the getter";
const fail = () => {
  throw new Error(MINE);
};

/** Resident tensors that made memory grow. @type {Tensor[]} */
const grown = [];
afterAll(() => grown.forEach((each) => each.dispose()));

/** @param {readonly Tensor[]} tensors @param {Tensor} but */
function transfer(tensors, but) {
  for (const { resident, data } of tensors)
    if (!resident && data.buffer !== but.data.buffer)
      structuredClone(data.buffer, { transfer: [/** @type {ArrayBuffer} */ (data.buffer)] });
}

/** @param {readonly Tensor[]} tensors */
const dispose = (tensors) => tensors.filter(({ resident }) => resident).forEach((each) => each.dispose());

/**
 * What a getter does in place of giving the data, or the shape, at once.
 * @type {Record<string, (tensor: Tensor, others: Others) => { data?: unknown, shape?: unknown } | void>}
 */
const DEEDS = {
  "throws for the data": () => ({
    get data() {
      return fail();
    },
  }),
  "throws for the shape": () => ({
    get shape() {
      return fail();
    },
  }),
  "gives shorter data": ({ data }) => ({ data: data.slice(1) }),
  "gives another shape": ({ size }) => ({ shape: [size + 1] }),
  "lets memory grow": () => void grown.push(ln.empty([50_000], { resident: true })),
  "transfers inputs": (tensor, { inputs }) => transfer(inputs, tensor),
  "transfers outs": (tensor, { outs }) => transfer(outs, tensor),
  "transfers the last out": (tensor, { outs }) => transfer(outs.slice(-1), tensor),
  "disposes of inputs": (_, { inputs }) => dispose(inputs),
  "disposes of outs": (_, { outs }) => dispose(outs),
};

/**
 * Something with data and a shape. Where one of the two is read for the nth time, it acts.
 * @param {Tensor} tensor
 * @param {number} nth
 * @param {() => any} act
 */
function watched(tensor, nth, act) {
  const reads = { data: 0, shape: 0 };
  let isDone = false;
  const read = (/** @type {"data" | "shape"} */ what) => {
    const given = ++reads[what] === nth && !isDone ? act() : undefined;
    isDone ||= given !== undefined;
    return given && what in given ? given[what] : tensor[what];
  };
  return {
    get data() {
      return read("data");
    },
    get shape() {
      return read("shape");
    },
  };
}

/** The bits of tensors, by name. @param {Record<string, Tensor>} given @param {string[]} names */
const bitsByName = (given, names) => Object.fromEntries(names.map((name) => [name, bitsOf(given[name].data)]));

/** The bits that an op gives in a shape of middle size, as one text. @param {Op} op */
const wanted = (op) => JSON.stringify(bitsByName(op.call(makeInputs(op, op.shapes[1])), namesOf(op)));

/** @param {Op} op */
const namesOf = (op) => Object.keys(op.outputs(op.shapes[1]));

/** How often a getter is read before something happens. */
const READS = [1, 2, 3];

/**
 * @param {Op} op
 * @param {string} want the bits that it gives
 * @param {string} name of the input that is another
 * @param {boolean} resident
 * @param {(tensor: Tensor, others: Others) => any} dress
 * @returns {string} how it ended, where that is wrong; else nothing
 */
function judge(op, want, name, resident, dress) {
  const [, shape] = op.shapes,
    names = namesOf(op);
  const inputs = makeInputs(op, shape, { resident }),
    out = Object.fromEntries(names.map((each) => [each, ln.full(op.outputs(shape)[each], 9, { resident })])),
    others = Object.keys(inputs).filter((each) => each !== name);
  const before = bitsByName(out, names),
    argument = dress(inputs[name], { inputs: others.map((each) => inputs[each]), outs: Object.values(out) });
  try {
    const given = op.call({ ...inputs, [name]: argument }, out);
    if (JSON.stringify(bitsByName(given, names)) !== want) return "wrong bits";
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    if (message !== MINE && !/^[\w.]+: expected /.test(message)) return message;
    const left = names.filter((each) => isThere(out[each]));
    if (left.some((each) => bitsOf(out[each].data) !== before[each])) return `half-written: ${message}`;
  } finally {
    dispose([...Object.values(inputs), ...Object.values(out)]);
  }
  return wanted(op) === want ? "" : "the next call is wrong";
}

/** @param {Tensor} tensor */
function isThere(tensor) {
  try {
    return tensor.data.length === tensor.size;
  } catch {
    return false;
  }
}

/** @param {Op} op @param {Record<string, (tensor: Tensor, others: Others) => any>} dresses */
function found(op, dresses) {
  const want = wanted(op);
  return Object.keys(op.inputs(op.shapes[1])).flatMap((name) =>
    [false, true].flatMap((resident) =>
      Object.entries(dresses).flatMap(([what, dress]) => {
        const ended = judge(op, want, name, resident, dress);
        return ended === "" ? [] : [`${name}: ${what}${resident ? ", resident" : ""}: ${ended}`];
      }),
    ),
  );
}

describe.each(ops)("$name", (op) => {
  test("takes each argument as another kind of object, of shared memory and of another realm", () => {
    expect(found(op, CLOTHES)).toEqual([]);
  });

  test("is right, or writes nothing, whatever a getter does", () => {
    const dresses = Object.entries(DEEDS).flatMap(([what, deed]) =>
      READS.map((nth) => [
        `${what}, read ${nth}`,
        (/** @type {Tensor} */ tensor, /** @type {Others} */ others) =>
          watched(tensor, nth, () => deed(tensor, others)),
      ]),
    );
    expect(found(op, Object.fromEntries(dresses))).toEqual([]);
  });
});

test("prototypes to which others have added something change no bit", () => {
  const before = ops.map(wanted);
  const prototypes = [Object.prototype, Array.prototype, Float32Array.prototype];
  for (const each of prototypes)
    Object.defineProperty(each, "added", { value: fail, enumerable: true, configurable: true, writable: true });
  try {
    expect(ops.map(wanted)).toEqual(before);
    const own = /** @type {any} */ ({ added: 1 });
    expect(() => ln.relu([1], own)).toThrow("options: expected only out, got added");
  } finally {
    for (const each of prototypes) Reflect.deleteProperty(each, "added");
  }
});

describe("an option that takes x away", () => {
  /** @type {[string, (x: Tensor, gone: () => undefined) => unknown][]} */
  const uses = [
    [
      "eps of layerNorm",
      (x, gone) =>
        ln.layerNorm(x, 4, {
          get eps() {
            return gone();
          },
        }),
    ],
    [
      "weight of rmsNorm",
      (x, gone) =>
        ln.rmsNorm(x, 4, {
          get weight() {
            return gone();
          },
        }),
    ],
    [
      "out of relu",
      (x, gone) =>
        ln.relu(x, {
          get out() {
            return gone();
          },
        }),
    ],
    [
      "dim of softmax",
      (x, gone) =>
        ln.softmax(x, {
          get dim() {
            gone();
            return -1;
          },
        }),
    ],
  ];
  test.each(uses)("%s: by disposing of it", (_, use) => {
    const x = ln.full([2, 4], 3, { resident: true });
    expect(() => use(x, () => void x.dispose())).toThrow(/^\w+: expected a tensor in use, got one of shape \[2, 4\]/);
  });
  test.each(uses)("%s: by transferring it", (_, use) => {
    const x = ln.full([2, 4], 3);
    expect(() => use(x, () => void transfer([x], ln.full([1], 0)))).toThrow(/^\w+: expected a tensor in use/);
  });
});

test.each([[[2 ** 31]], [[2 ** 16, 2 ** 15]], [[2 ** 31, 2 ** 31]]])("%j elements are refused by name", (shape) => {
  for (const make of [() => ln.empty(shape, { resident: true }), () => ln.zeros(shape), () => ln.tensor([1], shape)])
    expect(make).toThrow(new RangeError(`shape: expected at most ${2 ** 30 - 1} elements, got [${shape.join(", ")}]`));
});
