/** Tensors of onnxruntime-web go in as they are and come out in one line; its matmuls stand between our norms. */
import * as ort from "onnxruntime-web";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addLayerNorm, empty, full, layerNorm, memoryUsage, tensor } from "../../web/api/index.js";
import {
  createAttention,
  createMlp,
  createWhole,
  norm,
  parameters,
  reference,
  rowsOf,
  TOKENS,
  WIDTH,
  x,
} from "./interop/block.js";
import { createSession } from "./interop/session.js";

/** @import { Input, Tensor } from "../../web/api/index.js" */
/** @typedef {Pick<Tensor, "data" | "shape">} Ours */
/** @typedef {ort.TypedTensor<"float32">} Theirs */

/** @param {Ours} y @returns {Theirs} the line that the README gives */
const toOrt = (y) => new ort.Tensor("float32", y.data, y.shape);

/**
 * @param {ort.InferenceSession} session with an input x and an output y
 * @param {Ours} input
 */
const run = async (session, input) => (await session.run({ x: toOrt(input) })).y;

/** Detaches the views that anybody has of WebAssembly memory. */
const growMemory = () => full([memoryUsage().total / 4], 0, { resident: true }).dispose();

const VALUES = [
    [1, 2, 4],
    [3, 4, 8],
  ],
  DOUBLED = [2, 4, 8, 6, 8, 16];

describe("a tensor", () => {
  /** @type {ort.InferenceSession} x + x */
  let double;
  beforeAll(async () => {
    const nodes = [{ op: "Add", inputs: ["x", "x"], output: "y" }];
    double = await createSession({ nodes, constants: {}, inputs: { x: [2, 3] }, outputs: { y: [2, 3] } });
  });
  afterAll(() => double.release());

  test("goes in as it is, as x and as a weight", () => {
    const given = new ort.Tensor("float32", VALUES.flat(), [2, 3]),
      weight = new ort.Tensor("float32", [1, 2, 3], [3]);
    const y = layerNorm(given, 3, { weight });
    expect(y.shape).toEqual([2, 3]);
    expect(y.data).toEqual(layerNorm(VALUES, 3, { weight: [1, 2, 3] }).data);
  });

  test("goes in where it is what a session gave", async () => {
    expect(layerNorm(await run(double, tensor(VALUES)), 3).data).toEqual(layerNorm(tensor(DOUBLED, [2, 3]), 3).data);
  });

  test.each([false, true])("comes out in one line; resident: %s", async (resident) => {
    const ours = tensor(VALUES, [2, 3], { resident }),
      theirs = toOrt(ours);
    expect(theirs.dims).toEqual([2, 3]);
    expect(theirs.data.buffer).toBe(ours.data.buffer);
    expect((await double.run({ x: theirs })).y.data).toEqual(Float32Array.from(DOUBLED));
    expect(theirs.reshape([3, 2]).dims).toEqual([3, 2]);
    expect(ours.shape).toEqual([2, 3]);
    ours.dispose();
  });

  test.each([[[]], [[0, 3]], [[1, 1, 1, 2]]])("of shape %j comes out, and in again", (shape) => {
    const ours = full(shape, 2),
      theirs = toOrt(ours),
      back = tensor(theirs);
    expect(theirs.dims).toEqual(shape);
    expect(back.shape).toEqual(shape);
    expect(back.data).toEqual(ours.data);
  });

  test("that is resident is copied when run() is called: memory may grow while the session runs", async () => {
    const ours = tensor(VALUES, [2, 3], { resident: true }),
      running = run(double, ours);
    growMemory();
    ours.data.fill(7);
    expect((await running).data).toEqual(Float32Array.from(DOUBLED));
    ours.dispose();
  });

  test("that is resident is lost to one made of it before memory grew, which is an error", async () => {
    const ours = tensor(VALUES, [2, 3], { resident: true }),
      stale = toOrt(ours);
    growMemory();
    await expect(double.run({ x: stale })).rejects.toThrow("detached");
    expect(() => layerNorm(stale, 3)).toThrow(/^x\b.* detached/);
    expect((await run(double, ours)).data).toEqual(Float32Array.from(DOUBLED));
    ours.dispose();
  });

  test("of another type is a TypeError that names it", () => {
    const integers = new ort.Tensor("int64", [1n, 2n], [1, 2]),
      bytes = new ort.Tensor("uint8", [1, 2], [1, 2]);
    for (const [given, name] of /** @type {const} */ ([
      [integers, "BigInt64Array"],
      [bytes, "Uint8Array"],
    ])) {
      expect(() => layerNorm(given, 2)).toThrow(TypeError);
      expect(() => layerNorm(given, 2)).toThrow(new RegExp(`^x\\b.* ${name}`));
    }
  });

  test("whose elements are on the GPU is an error that says getData()", async () => {
    const download = async () => new Float32Array(VALUES.flat());
    const buffer = /** @type {any} */ ({ size: 24, mapState: "unmapped" });
    const given = ort.Tensor.fromGpuBuffer(buffer, { dataType: "float32", dims: [2, 3], download, dispose() {} });
    expect(() => layerNorm(given, 3)).toThrow("getData()");
    const y = layerNorm(tensor(await given.getData(), given.dims), 3);
    expect(y.data).toEqual(layerNorm(VALUES, 3).data);
  });
});

/*
 * Both the block in ONNX and ours multiply in float32, the same matrices with the same code. A product adds up to 256
 * terms, whose magnitudes sum to at most 10 or so here: each is wrong by about sqrt(256) * 2^-24 of that, 1e-5. The
 * largest of the residual stream is 32, which float32 holds to 2e-6.
 */
const TOLERANCE = 1e-5;

/** The largest |got - expected|. @param {ArrayLike<unknown>} got @param {ArrayLike<number>} expected */
function distance(got, expected) {
  expect(got).toHaveLength(expected.length);
  return Array.from(expected).reduce((most, v, i) => Math.max(most, Math.abs(Number(got[i]) - v)), 0);
}

describe("a transformer's block, with onnxruntime-web between the norms", () => {
  /** @type {Record<"attention" | "mlp" | "whole", ort.InferenceSession>} */
  let sessions;
  beforeAll(async () => {
    sessions = { attention: await createAttention(), mlp: await createMlp(), whole: await createWhole() };
  });
  afterAll(() => Promise.all(Object.values(sessions).map((session) => session.release())));

  const { norm1, norm2, norm3 } = parameters;

  /**
   * norm3 belongs to the next block, or ends the model: its addLayerNorm makes this block's last sum.
   * @param {Input} input
   */
  async function block(input) {
    const first = layerNorm(input, WIDTH, norm1);
    const second = addLayerNorm(await run(sessions.attention, first), input, WIDTH, norm2);
    const third = addLayerNorm(await run(sessions.mlp, second.y), second.sum, WIDTH, norm3);
    return { first, second, third };
  }

  /**
   * The same, with the stream and what is normalised in WebAssembly memory.
   * @param {Tensor} stream
   * @param {Tensor} y
   */
  async function residentBlock(stream, y) {
    const out = { y, sum: stream };
    layerNorm(stream, WIDTH, { ...norm1, out: y });
    addLayerNorm(await run(sessions.attention, y), stream, WIDTH, { ...norm2, out });
    addLayerNorm(await run(sessions.mlp, y), stream, WIDTH, { ...norm3, out });
  }

  test("is the block in float64", async () => {
    const { third } = await block(x),
      { out, next } = reference();
    expect(distance(third.sum.data, out)).toBeLessThan(TOLERANCE);
    expect(distance(third.y.data, next)).toBeLessThan(TOLERANCE);
  });

  test("is the block that is all in ONNX", async () => {
    const { third } = await block(x),
      { out, next } = await sessions.whole.run({ x: toOrt(x) });
    expect(distance(out.data, third.sum.data)).toBeLessThan(TOLERANCE);
    expect(distance(next.data, third.y.data)).toBeLessThan(TOLERANCE);
  });

  test("has norms of what came to them, within what c/norm.h promises", async () => {
    const { first, second, third } = await block(x);
    for (const [got, sum, layer] of /** @type {const} */ ([
      [first, x, norm1],
      [second.y, second.sum, norm2],
      [third.y, third.sum, norm3],
    ])) {
      const expected = norm(rowsOf(sum), layer);
      rowsOf(got).forEach((row, r) => {
        const largest = Math.max(1, ...expected[r].map(Math.abs));
        expect(distance(row, expected[r])).toBeLessThanOrEqual(2e-6 * largest);
      });
    }
  });

  test("has the same bits where it updates a residual stream in WebAssembly memory", async () => {
    const stream = tensor(x.data, x.shape, { resident: true }),
      y = empty([TOKENS, WIDTH], { resident: true });
    await residentBlock(stream, y);
    const { third } = await block(x);
    expect(stream.data).toEqual(third.sum.data);
    expect(y.data).toEqual(third.y.data);
    for (const each of [stream, y]) each.dispose();
  });
});
