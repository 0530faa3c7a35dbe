/** Uses that must compile: types.test.js, in a project that has installed the package. */
import * as ln from "layernorm";
import {
  addLayerNorm,
  BatchNorm,
  empty,
  fromBfloat16,
  fromFloat16,
  init,
  layerNorm,
  LayerNorm,
  Linear,
  manualSeed,
  mean,
  memoryUsage,
  moments,
  normalize,
  ones,
  rand,
  randn,
  ReLU,
  rmsNorm,
  Sequential,
  setPrintOptions,
  StandardScaler,
  Tensor,
  tensor,
  toBfloat16,
  toFloat16,
  variance,
} from "layernorm";
import type {
  Affine,
  Dims,
  Gradients,
  HalfArray,
  Input,
  Module,
  Nested,
  Out,
  Parameter,
  PrintOptions,
  Reduce,
  SavedScaler,
} from "layernorm";
import kernels from "layernorm/kernels.wasm";
import { Tensor as OrtTensor } from "onnxruntime-web";

// What goes in: nested numbers, typed arrays, tensors of ours and of others.
const nested: Nested = [
  [0.226, 0.347, 0],
  [0.2133, 0.2394, 0],
];
const frozen = [
  [1, 2],
  [3, 4],
] as const;
const plain = { data: new Float32Array(4), shape: [2, 2] };
const onnx = new OrtTensor("float32", new Float32Array(6), [2, 3]);
const inputs: Input[] = [5, nested, frozen, new Float32Array(3), new Float64Array(3), plain, onnx, ones([2, 3])];
for (const input of inputs) mean(input);
const fromOnnx: Tensor = layerNorm(onnx, 3, { weight: onnx, bias: [0, 0, 0] });
const backToOnnx = new OrtTensor("float32", fromOnnx.data, fromOnnx.shape);
tensor(new Float64Array(6), [2, 3]);
tensor(new Int32Array(6));
tensor(Uint8Array.of(1, 2, 3), undefined, { resident: true });

// What comes out.
const x: Tensor = tensor(nested);
const shape: readonly number[] = x.shape;
const data: Float32Array = x.data;
const size: number = x.size;
const text: string = `${x}${x.toString()}`;
const rows: number[][] = x.toArray();
const isTensor: boolean = (x as unknown) instanceof Tensor;

// Results depend on the options.
const y: Tensor = layerNorm(x, 3);
const { y: normalized, mean: rowMean, rstd }: Record<"y" | "mean" | "rstd", Tensor> = layerNorm(x, 3, { stats: true });
const { rrms }: { rrms: Tensor } = rmsNorm(x, 3, { stats: true, weightOffset: 1 });
const both: { mean: Tensor; variance: Tensor } = moments(x, { dim: [0, 1], keepdim: true, correction: 0 });
const { sum } = addLayerNorm(x, y, 3, { out: { y, sum: empty([2, 3]) } });
const gradients: Gradients = ln.layerNormBackward(y, x, 3, { mean: rowMean, rstd });

// Options that were made beforehand, and are partly undefined.
const affine: Affine & Out = { weight: null, bias: undefined, eps: 1e-6 };
const reduce: Reduce = { dim: [0, -1] as Dims, keepdim: true };
declare const maybe: { eps?: number; dim?: number } | undefined;
layerNorm(x, 3, affine);
layerNorm(x, [3] as const, maybe && { eps: maybe.eps });
variance(x, { ...reduce, correction: 1 });
normalize(x, maybe);
layerNorm(x, 3, { out: plain as unknown as Tensor });

// Generic code of users keeps its own types.
function keyed<Key extends string>(tensors: Record<Key, Input>): Record<Key, Tensor> {
  const entries = Object.entries<Input>(tensors).map(([key, value]) => [key, layerNorm(value, 3)] as const);
  return Object.fromEntries(entries) as Record<Key, Tensor>;
}
const named: Tensor = keyed({ query: x, key: onnx }).query;
const apply = <Result>(op: (input: Input) => Result, input: Input): Result => op(input);
const averaged: Tensor = apply(mean, x);
const ops: Record<string, (x: Input, normalizedShape: Dims) => Tensor> = { layerNorm, rmsNorm };

// Layers, ours and a user's.
class Residual implements Module {
  constructor(readonly inner: Module) {}
  forward(input: Input): Tensor {
    return addLayerNorm(input, this.inner.forward(input), 3).y;
  }
  backward(dy: Input): Tensor {
    return this.inner.backward(dy);
  }
  parameters(): Parameter[] {
    return this.inner.parameters();
  }
  zeroGrad(): void {
    this.inner.zeroGrad();
  }
}
const model = new Sequential(new Linear(3, 3), new ReLU(), new Residual(new LayerNorm(3)));
for (const { name, value, grad } of model.parameters()) {
  if (name.endsWith("weight")) value.data[0] -= 0.1 * grad.data[0];
}
new BatchNorm(3).eval().train().runningMean?.data.fill(0);
new LayerNorm([2, 3]).weight?.data.set([1, 2, 3, 4, 5, 6]);
model.eval().loadState({ ...model.state(), "0.bias": [1, 2, 3], "0.weight": onnx }, { strict: false });
const replaced = new LayerNorm(3);
replaced.weight = tensor([1, 2, 3], [3], { resident: true });
replaced.addForward(x, y, { out: { y, sum } }).sum.dispose();
replaced.forward(x, { out: onnx });

// Memory.
{
  using resident: Tensor = empty([1024, 768], { resident: true });
  layerNorm(resident, 768, { out: resident });
}
init(kernels);
init(new ArrayBuffer(8));
init(new Uint8Array(8));
const bytes: number = memoryUsage().total + memoryUsage().resident;

// The rest.
const options: PrintOptions = { precision: 2, sciMode: undefined };
setPrintOptions(options);
setPrintOptions("default");
manualSeed(123);
manualSeed(123n);
randn([2, 5], { resident: true });
rand([2, 5], { out: randn([2, 5]) })
  .fill(0.5)
  .copyFrom([[1], [2]])
  .copyFrom(new Float64Array(10))
  .reshape([5, -1]);
const one: number = mean([1, 2]).item();

// Half precision, as bits, and as a Float16Array, whose name older libraries lack; rows.
const half: Tensor = fromFloat16(new Uint16Array(2), [2, 1], { resident: true });
const bits: Uint16Array = toBfloat16(fromBfloat16(toFloat16(half)));
declare const halves: HalfArray;
mean(halves);
mean({ data: halves, shape: [2] });
mean([new Float32Array(3), new Float32Array(3)]);
tensor([halves, [1, 2]]);

// Columns of data; statistics that are frozen; a weight for each sample; gradients over any dims.
const scaler: StandardScaler = new StandardScaler({ withMean: true, withStd: undefined, correction: 1 }).fit(x);
const scaled: Tensor = scaler.partialFit(frozen).transform(onnx, { out: onnx });
const restored: Tensor = scaler.inverseTransform(scaler.fitTransform(nested, { out: scaled }));
const statistics: Float64Array[] = [scaler.mean, scaler.variance, scaler.scale, scaler.count];
const saved: SavedScaler = scaler.toJSON();
const again: StandardScaler = StandardScaler.from(JSON.parse(JSON.stringify(saved)));
const isFrozen: boolean = new BatchNorm(3).freeze().freeze(false).frozen;
const styled: Tensor = ln.groupNorm(x, 3, { weight: ones([2, 3]), bias: [0, 0, 0], weightOffset: 1 });
ln.instanceNormBackward(y, x, { weight: ones([2, 3]), bias: null, weightOffset: 1 }).dweight.dispose();
const { dweight }: Gradients = ln.normalizeBackward(y, x, { dim: [0] as const, correction: 1, out: { dx: y } });

export {
  again,
  dweight,
  isFrozen,
  restored,
  statistics,
  styled,
  bits,
  one,
  averaged,
  backToOnnx,
  both,
  bytes,
  data,
  gradients,
  isTensor,
  named,
  normalized,
  ops,
  rows,
  rrms,
  shape,
  size,
  sum,
  text,
};
