/** Weights that PyTorch trained go into our layers, from the ways that models are stored; the outputs are PyTorch's. */
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { BatchNorm, LayerNorm, Linear, ReLU, Sequential, tensor } from "../../web/api/index.js";
import { misses } from "../fixtures/floats.js";

const fixture = (/** @type {string} */ name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

/** state: a state_dict() as nested lists; y in float64. tests/fixtures/model.py */
const { state, x, y } = JSON.parse(fixture("model.json").toString());

/** @type {Sequential} */
let net;
/** @type {BatchNorm} */
let batchNorm;

beforeEach(() => {
  batchNorm = new BatchNorm(8);
  net = new Sequential(new Linear(4, 8), batchNorm, new ReLU(), new Linear(8, 6), new LayerNorm(6)).eval();
});

/** Five layers, of which each rounds to float32: numbers of about 1 then differ by a few of its steps of 1.2e-7. */
const expectPyTorchs = () => expect(misses(net.forward(x).data, y.flat(), () => 2e-6)).toEqual([]);

/**
 * The lines that the README gives, and the statistics, which are no parameters.
 * @param {(name: string) => any} read
 */
function load(read) {
  for (const { name, value } of net.parameters()) value.data.set(tensor(read(name), value.shape).data);
  batchNorm.runningMean?.data.set(tensor(read("1.running_mean"), [8]).data);
  batchNorm.runningVar?.data.set(tensor(read("1.running_var"), [8]).data);
}

test("a state dict's names are those of a Sequential's parameters", () => {
  const statistics = /running_|num_batches/;
  expect(net.parameters().map(({ name }) => name)).toEqual(Object.keys(state).filter((name) => !statistics.test(name)));
  for (const { name, value } of net.parameters()) expect(tensor(state[name]).shape, name).toEqual(value.shape);
});

test("from JSON", () => {
  expect(misses(net.forward(x).data, y.flat(), () => 2e-6)).not.toEqual([]);
  load((name) => state[name]);
  expectPyTorchs();
});

test("from float32 bytes one tensor behind the other, as views of them", () => {
  const flat = (/** @type {any} */ nested) => [nested].flat(Infinity),
    names = Object.keys(state);
  const sizes = names.map((name) => flat(state[name]).length);
  const bytes = Float32Array.from(names.flatMap((name) => flat(state[name]))).buffer;
  load((name) => {
    const at = names.indexOf(name),
      start = sizes.slice(0, at).reduce((sum, size) => sum + size, 0);
    return new Float32Array(bytes, 4 * start, sizes[at]);
  });
  expectPyTorchs();
});

/** @param {ArrayBuffer} bytes of a .safetensors file @returns {Map<string, ArrayBuffer>} tensors of float32 */
function parts(bytes) {
  const length = Number(new DataView(bytes).getBigUint64(0, true)),
    begin = 8 + length;
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, length)));
  const entries = Object.entries(header).filter(([, { dtype }]) => dtype === "F32");
  return new Map(
    entries.map(
      ([
        name,
        {
          data_offsets: [from, to],
        },
      ]) => [name, bytes.slice(begin + from, begin + to)],
    ),
  );
}

test("from safetensors, at whatever offset they begin", () => {
  const bytes = new Uint8Array(fixture("model.safetensors")).buffer,
    tensors = parts(bytes);
  const begin = 8 + Number(new DataView(bytes).getBigUint64(0, true));
  expect(() => new Float32Array(bytes, begin, 32)).toThrow(RangeError);
  load((name) => new Float32Array(/** @type {ArrayBuffer} */ (tensors.get(name))));
  expectPyTorchs();
});

test("of another size than the layer's are a RangeError, and leave it as it was", () => {
  const layer = new LayerNorm(6),
    weight = /** @type {import("../../web/api/index.js").Tensor} */ (layer.weight);
  expect(() => weight.data.set(tensor([2, 2, 2], weight.shape).data)).toThrow(RangeError);
  expect(() => weight.data.set(new Float32Array(7))).toThrow(RangeError);
  expect(weight.toArray()).toEqual([1, 1, 1, 1, 1, 1]);
});
