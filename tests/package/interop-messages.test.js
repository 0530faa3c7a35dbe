/** Tensors survive postMessage() and structuredClone() as their data and shape. */
import { once } from "node:events";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { afterAll, describe, expect, test } from "vitest";
import { full, layerNorm, memoryUsage, relu, tensor } from "../../web/api/index.js";

/** @import { Tensor } from "../../web/api/index.js" */
/** @typedef {[data: Float32Array<ArrayBuffer>, shape: readonly number[]]} Message */

const VALUES = [
  [1, -2, 4],
  [3, 4, -8],
];

const { port1, port2 } = new MessageChannel();
afterAll(() => port1.close());

/** What arrives on the other side. @param {unknown} message @param {ArrayBuffer[]} [transfer] */
function arriving(message, transfer) {
  port1.postMessage(message, transfer);
  return receiveMessageOnPort(port2)?.message;
}

/** Both lines of the README. @param {Tensor} x */
const sent = (x) => tensor(.../** @type {Message} */ (arriving([x.data.slice(), x.shape])));

describe.each([false, true])("data and shape; resident: %s", (resident) => {
  const made = () => tensor(VALUES, [2, 3], { resident });

  test("arrive as a tensor of the same elements and shape, which shares nothing with the one sent", () => {
    const x = made(),
      received = sent(x);
    expect(received.resident).toBe(false);
    expect(received.shape).toEqual([2, 3]);
    expect(received.toArray()).toEqual(VALUES);
    x.data.fill(0);
    expect(relu(received).toArray()).toEqual([
      [1, 0, 4],
      [3, 4, 0],
    ]);
    x.dispose();
  });

  test("are transferred where they are listed", () => {
    const x = made(),
      data = x.data.slice();
    const received = tensor(.../** @type {Message} */ (arriving([data, x.shape], [data.buffer])));
    expect(data).toHaveLength(0);
    expect(received.toArray()).toEqual(VALUES);
    expect(x.toArray()).toEqual(VALUES);
    x.dispose();
  });

  test("are not copied again by tensor()", () => {
    const x = made(),
      message = /** @type {Message} */ (structuredClone([x.data.slice(), x.shape]));
    expect(tensor(...message).data).toBe(message[0]);
    x.dispose();
  });

  test("go to a worker and come back normalised", async () => {
    const worker = new Worker(new URL("./interop/normalizer.js", import.meta.url)),
      x = made();
    worker.postMessage([x.data.slice(), x.shape]);
    const [message] = await once(worker, "message");
    expect(tensor(.../** @type {Message} */ (message)).toArray()).toEqual(layerNorm(x, 3).toArray());
    await worker.terminate();
    x.dispose();
  });
});

test.each([[[]], [[0, 3]], [[2, 1, 1]]])("shape %j survives", (shape) => {
  expect(sent(full(shape, 3)).shape).toEqual(shape);
  expect(sent(full(shape, 3)).toArray()).toEqual(full(shape, 3).toArray());
});

test("a resident tensor's view takes all of WebAssembly memory along: hence slice()", () => {
  const x = tensor(VALUES, [2, 3], { resident: true });
  expect(arriving(x.data).buffer.byteLength).toBe(memoryUsage().total);
  expect(arriving(x.data.slice()).buffer.byteLength).toBe(24);
  x.dispose();
});

test("an ordinary tensor's own data can be given away; the tensor is an error from then on", () => {
  const x = tensor(VALUES),
    { data } = x;
  const message = arriving([data, x.shape], [/** @type {ArrayBuffer} */ (data.buffer)]);
  expect(tensor(.../** @type {Message} */ (message)).toArray()).toEqual(VALUES);
  expect(() => layerNorm(x, 3)).toThrow(/^x\b/);
});

test.each([false, true])("a tensor itself arrives as no tensor, and every op says so; resident: %s", (resident) => {
  const x = tensor(VALUES, [2, 3], { resident }),
    clone = arriving(x);
  expect(() => layerNorm(clone, 3)).toThrow(TypeError);
  expect(() => layerNorm(clone, 3)).toThrow(/^x: expected a tensor/);
  expect(() => tensor(clone)).toThrow(TypeError);
  x.dispose();
});

test("memory that workers share is wrapped as it is", () => {
  const data = new Float32Array(new SharedArrayBuffer(24)),
    x = tensor(data, [2, 3]);
  data.set(VALUES.flat());
  const other = tensor(.../** @type {Message} */ (arriving([x.data, x.shape])));
  relu(x, { out: other });
  expect([...data]).toEqual([1, 0, 4, 3, 4, 0]);
  expect(layerNorm(x, 3).toArray()).toEqual(
    layerNorm(
      [
        [1, 0, 4],
        [3, 4, 0],
      ],
      3,
    ).toArray(),
  );
});
