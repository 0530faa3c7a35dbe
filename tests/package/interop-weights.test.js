/** Weights that PyTorch trained go into our layers, from the ways that models are stored; the outputs are PyTorch's. */
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { BatchNorm, LayerNorm, Linear, ReLU, Sequential, tensor } from "../../web/api/index.js";
import { readSafetensors } from "../../web/api/safetensors.js";
import { misses } from "../fixtures/floats.js";

const fixture = (/** @type {string} */ name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

/** state: a state_dict() as nested lists; y in float64. tests/fixtures/model.py */
const { state, x, y } = JSON.parse(fixture("model.json").toString());

/** @type {Sequential} */
let net;

beforeEach(() => {
  net = new Sequential(new Linear(4, 8), new BatchNorm(8), new ReLU(), new Linear(8, 6), new LayerNorm(6)).eval();
});

/** Five layers, of which each rounds to float32: numbers of about 1 then differ by a few of its steps of 1.2e-7. */
const expectPyTorchs = () => expect(misses(net.forward(x).data, y.flat(), () => 2e-6)).toEqual([]);

test("a state dict's names are those of a Sequential's state, but for the counts of batches", () => {
  const names = Object.keys(state).filter((name) => !/num_batches/.test(name));
  expect(Object.keys(net.state())).toEqual(names);
  for (const [name, value] of Object.entries(net.state())) expect(tensor(state[name]).shape, name).toEqual(value.shape);
});

test("from JSON", () => {
  expect(misses(net.forward(x).data, y.flat(), () => 2e-6)).not.toEqual([]);
  net.loadState(state);
  expectPyTorchs();
});

test("from float32 bytes one tensor behind the other, as views of them", () => {
  const flat = (/** @type {any} */ nested) => [nested].flat(Infinity);
  const bytes = Float32Array.from(Object.values(state).flatMap(flat)).buffer;
  let from = 0;
  const views = Object.entries(net.state()).map(([name, { size, shape }]) => {
    const data = new Float32Array(bytes, from, size);
    from += 4 * size + (name.endsWith("running_var") ? 4 : 0); // behind which stands the count of batches
    return [name, { data, shape }];
  });
  net.loadState(Object.fromEntries(views));
  expectPyTorchs();
});

test("from safetensors", () => {
  net.loadState(readSafetensors(new Uint8Array(fixture("model.safetensors"))));
  expectPyTorchs();
});

test("of another size than the layer's are a RangeError, and leave it as it was", () => {
  const layer = new LayerNorm(6),
    bias = [0, 0, 0, 0, 0, 0];
  expect(() => layer.loadState({ weight: [2, 2, 2], bias })).toThrow(RangeError);
  expect(() => layer.loadState({ weight: new Float32Array(7), bias })).toThrow(RangeError);
  expect(layer.weight?.toArray()).toEqual([1, 1, 1, 1, 1, 1]);
});
