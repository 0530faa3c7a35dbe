/**
 * Every allocation that a composed call makes fails once, in WebAssembly memory and in JavaScript's: afterwards all
 * state is bit for bit what it was, and the next call gives what the first would have given.
 */
import { describe, expect, test, vi } from "vitest";
import { eachFault, withFault } from "./faults.js";
import { bitsOf } from "./bits-of.js";
import {
  BatchNorm,
  Embedding,
  GELU,
  GroupNorm,
  InstanceNorm,
  LayerNorm,
  Linear,
  manualSeed,
  memoryUsage,
  ReLU,
  RMSNorm,
  Sequential,
  SiLU,
  Softmax,
  StandardScaler,
  tensor,
  Tensor,
} from "../../web/api/index.js";
import { reserveStage, trimStage } from "../../web/api/memory/staging-area.js";
import { normal } from "./normal.js";
import { normals } from "./reference.js";

/** Gives the staging area back, so that the next call asks for memory. */
function emptyStage() {
  reserveStage(2 ** 20 + 1);
  trimStage();
}

/** Networks, and the shape of what they are given. @type {[string, number[], () => any][]} */
const NETS = [
  [
    "of rows",
    [3, 4],
    () =>
      new Sequential(
        new Linear(4, 6),
        new Sequential(new BatchNorm(6), new SiLU(), new Sequential(new LayerNorm(6), new GELU())),
        new RMSNorm(6),
        new Linear(6, 4, { bias: false }),
        new Softmax(),
      ),
  ],
  [
    "of channels",
    [2, 4, 5],
    () =>
      new Sequential(
        new BatchNorm(4),
        new GroupNorm(2, 4),
        new Sequential(new InstanceNorm(4, { affine: true }), new ReLU(), new BatchNorm(4)),
      ),
  ],
];

/** What a call has to do with. @typedef {{ net: any, x: Tensor, dy: Tensor, out: Tensor }} Subject */

/**
 * @param {() => any} makeNet
 * @param {readonly number[]} shape
 * @param {{ resident: boolean, passes: number }} how where the network is, and how often it has learned before
 * @returns {Subject}
 */
function subjectOf(makeNet, shape, { resident, passes }) {
  manualSeed(1);
  const net = makeNet(),
    values = (/** @type {number} */ seed) => normal(shape, seed, resident);
  const subject = { net, x: values(1), dy: values(2), out: values(3) };
  for (const [i, { value }] of net.parameters().entries()) value.data.set(normals(value.size, 10 + i));
  if (resident) net.resident();
  for (let i = 0; i < passes; i++) {
    net.forward(values(4 + i));
    net.backward(values(6 + i));
  }
  emptyStage();
  return subject;
}

/** All that a call may change and a reader may see, the gradients that there are included. @param {Subject} subject */
const stateOf = ({ net, x, dy, out }) => ({
  given: [x, dy, out].map(({ data }) => bitsOf(data)),
  state: Object.entries(net.state()).map(([name, { data, resident }]) => [name, resident, bitsOf(data)]),
  gradients: gradientsOf(net).map((each) => each && bitsOf(each.data)),
  modes: modesOf(net),
});

/** @param {any} net @returns {(Tensor | undefined)[]} undefined: nobody has asked for it */
const gradientsOf = (net) =>
  net.layers?.flatMap(gradientsOf) ?? Object.keys(net._tensors).map((name) => net._gradients?.[name]);

/** @param {any} net @returns {boolean[]} */
const modesOf = (net) => [net.training, ...(net.layers ?? []).flatMap(modesOf)];

/** @param {any} result @returns {unknown} */
const resultOf = (result) =>
  result instanceof Tensor
    ? bitsOf(result.data)
    : Object(result) === result && !result.forward
      ? Object.values(result).map(resultOf)
      : null;

/** @type {Record<string, (subject: Subject) => unknown>} */
const CALLS = {
  forward: ({ net, x }) => net.forward(x),
  "forward with out": ({ net, x, out }) => net.forward(x, { out }),
  "forward in place": ({ net, x }) => net.forward(x, { out: x }),
  backward: ({ net, dy }) => net.backward(dy),
  zeroGrad: ({ net }) => net.zeroGrad(),
  loadState: ({ net }) => net.loadState(net.other),
  "loadState of what it has, turned about": ({ net }) => net.loadState(net.exchanged),
  eval: ({ net }) => net.eval(),
  train: ({ net }) => net.train(),
  resident: ({ net }) => net.resident(),
  "resident(false)": ({ net }) => net.resident(false),
};

/** @param {Subject} subject of which nothing is alive afterwards */
function free({ net, x, dy, out }) {
  net.dispose();
  for (const each of [x, dy, out]) each.dispose();
}

describe.each(NETS)("a network %s", (_, shape, makeNet) => {
  describe.each([
    { resident: false, passes: 0 },
    { resident: false, passes: 2 },
    { resident: true, passes: 2 },
  ])("resident $resident, after $passes passes", (how) => {
    const make = () => {
      const subject = subjectOf(makeNet, shape, how),
        { net } = subject,
        own = Object.entries(net.state());
      net.other = Object.fromEntries(
        own.map(([name, { size, shape }], i) => [name, tensor(normals(size, 30 + i), shape)]),
      );
      net.exchanged = Object.fromEntries(
        own.map(([name, value]) => {
          const like = own.filter(([, { shape }]) => `${shape}` === `${value.shape}`);
          return [name, like.at(-1 - like.findIndex(([other]) => other === name))?.[1]];
        }),
      );
      if (how.passes === 0) net.forward(subject.x);
      emptyStage();
      return subject;
    };

    test.each(Object.keys(CALLS))("%s", (call) => {
      const act = CALLS[call],
        wanted = make(),
        result = resultOf(act(wanted)),
        after = stateOf(wanted);
      free(wanted);
      let was = /** @type {any} */ (null);
      const failures = eachFault(
        () => {
          const subject = make();
          was = stateOf(subject);
          return subject;
        },
        act,
        (subject, error, which) => {
          const message = `allocation ${which}`;
          expect(error, message).toBeInstanceOf(RangeError);
          expect(stateOf(subject), message).toEqual(was);
          expect(resultOf(act(subject)), `${message}, and once more`).toEqual(result);
          expect(stateOf(subject), `${message}, and once more`).toEqual(after);
          free(subject);
        },
      );
      expect(failures).toBeGreaterThanOrEqual(leastFailures(call, how));
    });
  });
});

/**
 * How many allocations a call makes at least, so that a test which makes none fail is seen.
 * @param {string} call
 * @param {{ resident: boolean }} how
 */
function leastFailures(call, { resident }) {
  if (/forward|backward/.test(call)) return 10;
  if (call === "resident") return resident ? 0 : 5;
  if (call === "resident(false)") return resident ? 5 : 0;
  return call.includes("turned about") ? 5 : 0;
}

/* Single layers and the scaler ------------------------------------------------------------------------------------- */

/**
 * One call of what has a state, and that state with what the call writes to.
 * @typedef {{ act: () => any, state: () => unknown }} Case
 */

/** @param {any} layer @param {readonly Tensor[]} targets @param {() => any} act @returns {Case} */
const ofLayer = (layer, targets, act) => ({
  act,
  state: () => [targets, Object.values(layer.state())].map((all) => all.map(({ data }) => bitsOf(data))),
});

/** @type {Record<string, (resident: boolean) => Case>} */
const CASES = {
  ...Object.fromEntries(
    [
      () => new LayerNorm(5),
      () => new RMSNorm(5),
      () => new BatchNorm(4),
      () => new GroupNorm(2, 4),
      () => new InstanceNorm(4, { affine: true }),
      () => new Linear(5, 5),
      () => new ReLU(),
      () => new SiLU(),
      () => new GELU(),
      () => new Softmax({ dim: 1 }),
    ].map((make) => [
      `${make().constructor.name}: forward with out`,
      (/** @type {boolean} */ resident) => {
        manualSeed(2);
        const layer = /** @type {any} */ (make()),
          out = normal([2, 4, 5], 1, resident),
          x = normal([2, 4, 5], 2, resident);
        return ofLayer(layer, [out, x], () => layer.forward(x, { out }));
      },
    ]),
  ),
  ...Object.fromEntries(
    [() => new LayerNorm(5), () => new RMSNorm(5)].map((make) => [
      `${make().constructor.name}: addForward in place`,
      (/** @type {boolean} */ resident) => {
        const layer = /** @type {any} */ (make()),
          [x, residual] = [1, 2].map((seed) => normal([3, 5], seed, resident));
        return ofLayer(layer, [x, residual], () => layer.addForward(x, residual, { out: { y: x, sum: residual } }));
      },
    ]),
  ),
  "Embedding: forward with out": (resident) => {
    manualSeed(3);
    const layer = new Embedding(5, 3),
      out = normal([2, 3], 1, resident);
    return ofLayer(layer, [out], () => layer.forward([4, 1], { out }));
  },
  "StandardScaler: fit": () => ofScaler((scaler) => scaler.fit(normal([9, 3], 5))),
  "StandardScaler: partialFit": () => ofScaler((scaler) => scaler.partialFit(normal([9, 3], 5))),
  "StandardScaler: fitTransform with out": (resident) => {
    const out = normal([9, 3], 6, resident);
    return ofScaler((scaler) => scaler.fitTransform(normal([9, 3], 5), { out }), out);
  },
  "StandardScaler: transform in place": (resident) => {
    const out = normal([9, 3], 6, resident);
    return ofScaler((scaler) => scaler.transform(out, { out }), out);
  },
  "StandardScaler: inverseTransform in place": (resident) => {
    const out = normal([9, 3], 6, resident);
    return ofScaler((scaler) => scaler.inverseTransform(out, { out }), out);
  },
};

/** @param {(scaler: StandardScaler) => unknown} act @param {Tensor} [out] @returns {Case} */
function ofScaler(act, out) {
  const scaler = new StandardScaler().fit(normal([7, 3], 4));
  return {
    act: () => act(scaler),
    state: () => [
      JSON.stringify(scaler),
      out && bitsOf(out.data),
      [scaler.mean, scaler.variance, scaler.scale].map(bitsOf),
    ],
  };
}

describe.each([false, true])("out resident %s", (resident) => {
  test.each(Object.keys(CASES))("%s", (name) => {
    const make = () => {
      const result = CASES[name](resident);
      emptyStage();
      return result;
    };
    const wanted = make(),
      result = resultOf(wanted.act()),
      after = wanted.state();
    let was = /** @type {unknown} */ (null);
    const failures = eachFault(
      () => {
        const each = make();
        was = each.state();
        return each;
      },
      ({ act }) => act(),
      ({ act, state }, error, which) => {
        expect(error, `allocation ${which}`).toBeInstanceOf(RangeError);
        expect(state(), `allocation ${which}`).toEqual(was);
        expect([resultOf(act()), state()], `allocation ${which}, and once more`).toEqual([result, after]);
      },
    );
    /* what stands in WebAssembly memory may need nothing more */
    if (!resident) expect(failures).toBeGreaterThan(0);
  });
});

test("nothing in WebAssembly memory is lost where an allocation fails", () => {
  const [, shape, makeNet] = NETS[0],
    before = memoryUsage().resident;
  const failures = eachFault(
    () => subjectOf(makeNet, shape, { resident: false, passes: 1 }),
    ({ net }) => net.resident(),
    () => expect(memoryUsage().resident).toBe(before),
  );
  expect(failures).toBeGreaterThan(10);
});

/** A first product in another order of dims needs memory in the middle of the call. */
test.each([false, true])("matmulBackward, transposed %s, as the first op that turns dims", async (transposed) => {
  for (let which = 1; ; which++) {
    vi.resetModules();
    const ln = await import("../../web/api/index.js"),
      of = (/** @type {number[]} */ shape, /** @type {number} */ seed) =>
        ln.tensor(normals(shape[0] * shape[1], seed), shape, { resident: true });
    const [dy, a, b, da, db] = [[2, 3], [2, 4], transposed ? [3, 4] : [4, 3], [2, 4], transposed ? [3, 4] : [4, 3]].map(
        of,
      ),
      was = [da, db].map(({ data }) => bitsOf(data));
    const { count, error } = withFault(which, () => ln.matmulBackward(dy, a, b, { transposed, out: { da, db } }));
    if (count < which) break;
    expect(error).toBeInstanceOf(Error);
    expect([da, db].map(({ data }) => bitsOf(data))).toEqual(was);
    expect(which).toBeLessThan(10);
  }
});
