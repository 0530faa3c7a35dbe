/** The types, as TypeScript sees them in a user's project: what must compile, and what must not. */
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { complaints, root } from "./complaints.js";

const types = `${root}web/api/types/index.js`;
const contract = `${root}../shared/api`;
const second = `${root}../shared/api-second`;
const third = `${root}../shared/api-third`;
const safetensors = `${root}web/api/types/safetensors.js`;

const RIGHT = `
import { add, mul, matmul, matmulBackward, permute, embedding, Embedding, fromBfloat16, fromFloat16, toBfloat16, toFloat16, addLayerNorm, addRmsNorm, allclose, batchNorm, BatchNorm, batchNormBackward, empty, full, groupNorm, GroupNorm,
  groupNormBackward, init, instanceNorm, InstanceNorm, instanceNormBackward, l2Normalize, l2NormalizeBackward, layerNorm, LayerNorm, layerNormBackward, linear, normalizeBackward, StandardScaler,
  Linear, linearBackward, manualSeed, mean, memoryUsage, moments, normalize, ones, rand, randn, relu, ReLU, reluBackward,
  rmsNorm, RMSNorm, rmsNormBackward, Sequential, crossEntropy, gelu, GELU, geluBackward, geluMul, geluMulBackward, logSoftmax, silu,
  SiLU, siluBackward, siluMul, siluMulBackward, softmax, Softmax, softmaxBackward, setPrintOptions, std, tensor, Tensor, variance, zeros } from "${types}";
import type { Affine, Causal, CrossEntropy, CrossEntropyOptions, Dims, GatedGradients, GatedOut, GeluOptions, MatmulOptions,
  MatmulTargets, SoftmaxDim, SoftmaxScale } from "${types}";
import type { Gradients, GradientTargets, HalfArray, Input, Module, Nested, Out, Parameter, PrintOptions, Reduce,
  SavedScaler, Scale } from "${types}";
const nested: Nested = [[1, 2], [3, 4]];
const inputs: Input[] = [5, nested, new Float32Array(3), { data: new Float32Array(2), shape: [2] }, ones([2]),
  { data: new Float32Array(2) as unknown, dims: [2] as const }];
for (const x of inputs) mean(x);
const t: Tensor = mean(nested, { dim: [0, -1], keepdim: true, out: empty([1, 1]) });
const shape: readonly number[] = t.shape; const data: Float32Array = t.data; const n: number = t.size + t.toArray();
variance([1, 2], { correction: 0 }); std([1, 2], { dim: 0 }); moments(t, { out: { mean: t, variance: t } }).variance.shape;
normalize(t, { dim: [1, 0], weight: [[1]], bias: null, correction: 1, eps: 0 });
const y: Tensor = layerNorm(t, 1, { weight: null, out: t }); const s: Tensor = layerNorm(t, [1, 1], { stats: false });
const { y: y2, mean: m, rstd }: { y: Tensor; mean: Tensor; rstd: Tensor } = layerNorm(t, [1], { stats: true, eps: 1e-6 });
const affine: Affine & Out = { weight: [1], bias: t, eps: 0, out: t }; const reduce: Reduce = { dim: [0] as Dims };
const g: Gradients = layerNormBackward(t, t, 1, { weight: [1], eps: 1e-5, mean: m, rstd, out: { dx: t, dweight: t, dbias: t } });
const { sum } = addLayerNorm(t, t, [1], { ...affine, out: { y: t, sum: t } }); addLayerNorm(t, t, 1).y.data;
const r: Tensor = rmsNorm(t, 1, { weight: [1], weightOffset: 1, eps: 1e-6, out: t });
const { rrms }: { y: Tensor; rrms: Tensor } = rmsNorm(t, 1, { stats: true });
rmsNormBackward(t, t, 1, { weight: null, weightOffset: 1, rrms, out: { dx: t, dweight: t } }).dweight.shape;
addRmsNorm(t, t, 1, { weight: [1], weightOffset: 1, eps: 0, out: { y: t, sum: t } }).sum.shape;
batchNorm(t, { runningMean: t, runningVar: t, weight: [1], bias: [1], out: t }).shape;
batchNorm(t, { training: true, momentum: 0.5, runningVar: t }); batchNorm(t, { training: n > 0, runningMean: t, runningVar: t });
batchNormBackward(t, t, { training: true, out: g }).dbias; batchNormBackward(t, t, { runningMean: [0], runningVar: [1] });
groupNorm(t, 1, affine).shape; groupNormBackward(t, t, 1, { weight: [1], eps: 1, out: g }).dx;
groupNorm(t, 1, { weight: [[1]], bias: [1], weightOffset: 1 }).shape; instanceNorm(t, { weight: [[1]], weightOffset: 1 });
groupNormBackward(t, t, 1, { weight: [[1]], bias: [1], weightOffset: 1 }); instanceNormBackward(t, t, { bias: null }).dbias;
normalizeBackward(t, t, { dim: [0], correction: 1, eps: 0, weight: [1], out: g }).dweight; normalizeBackward(t, [[1]], { out: { dx: t } }).dbias.shape;
batchNorm(t, { training: false, runningMean: [0], runningVar: t }); const isTraining = { training: false }; batchNorm(t, isTraining);
const frozen: boolean = new BatchNorm(3).freeze().freeze(false).frozen;
const scaler: StandardScaler = new StandardScaler({ withMean: true, withStd: true, correction: 1 }).fit(t).partialFit([[1]]);
const scaled: Tensor = scaler.transform(t, { out: t }); scaler.fitTransform([[1]], { out: t }).dispose(); scaler.inverseTransform(scaled);
const statistics: Float64Array[] = [scaler.mean, scaler.variance, scaler.scale, scaler.count];
const savedScaler: SavedScaler = scaler.toJSON(); StandardScaler.from(savedScaler); StandardScaler.from(JSON.parse("{}"));
instanceNorm(t, affine).shape; const gm: Tensor = groupNorm(t, 1, { stats: true }).mean; instanceNorm(t, { stats: true }).rstd;
normalize(t, { dim: 0, stats: true }).rstd.shape; const l2: Tensor = l2Normalize(t, { dim: [0], eps: 0, out: t });
l2NormalizeBackward(t, t, { dim: -1, out: { dx: t } }).dx.shape; layerNorm(t, 1, { weight: [[1]], weightOffset: 1 });
layerNormBackward(t, t, 1, { bias: [[1]], weightOffset: 1 }); addLayerNorm(t, t, 1, { weightOffset: 1 });  instanceNormBackward(t, t, { weight: null, out: g }).dx;
linear(t, ones([2, 1]), [1, 2], { out: ones([1, 2]) }); linear(t, t, null); relu(t, { out: t });
linearBackward(t, t, [[1]], { out: g }).dweight; const dx: Tensor = reluBackward([1], [2], { out: { dx: t } }).dx;
tensor(new Float64Array(4), [2, 2], { resident: true }).dispose(); tensor([[1, 2]] as const);
{ using x = zeros([2], { resident: true }); full([2], 1).resident; x[Symbol.dispose](); }
const layer = new Sequential(new Linear(5, 6, { bias: false }), new ReLU(), new LayerNorm([6], { bias: false }));
const out: string = layer.forward(randn([2, 5])).toString(); const w: Tensor | null = new LayerNorm(3).weight;
const modules: Module[] = [layer, new LayerNorm(3, { eps: 1, elementwiseAffine: false }), new RMSNorm([2, 3], { eps: 1 }),
  new BatchNorm(3, { eps: 1, momentum: 0.2, affine: false, trackRunningStats: false }).eval().train(), new ReLU(),
  new GroupNorm(2, 4, { eps: 1, affine: false }), new InstanceNorm(4, { eps: 1, affine: true }), new Linear(1, 2)];
const parameters: Parameter[] = new Sequential(...modules).parameters();
for (const { name, value, grad } of parameters) value.data[0] -= grad.data[0] * name.length;
const back: Tensor = layer.backward([[1]]); layer.zeroGrad();
const mode: boolean = new BatchNorm(3).training; const rv: Tensor | null = new BatchNorm(3).runningVar;
class Double implements Module {
  forward(x: Input) { return normalize(x, { weight: [2] }); }
  backward(dy: Input) { return tensor(dy); }
  parameters() { return []; }
  zeroGrad() {}
}
new Sequential(new Double()).train().eval().layers[0].zeroGrad(); const made: boolean = t instanceof Tensor;
const scale: Scale = { weight: [1], weightOffset: 1 }; const targets: GradientTargets = g; rmsNorm(t, 1, scale);
instanceNormBackward(t, t, { out: targets }); const options: PrintOptions = { precision: 2 };
manualSeed(123); manualSeed(-1n); rand([2]); setPrintOptions({ ...options, sciMode: undefined }); setPrintOptions("default");
t.copyFrom([1]).fill(2).reshape([1, -1]); const one: number = t.item(); rand([1], { out: t }); randn([1], { resident: true });
const half: Tensor = fromFloat16(toFloat16(fromBfloat16(toBfloat16([1]), [1])), undefined, { resident: true });
mean([new Float32Array(2), [1, 2]]); declare const f16: HalfArray; mean(f16); mean({ data: f16, shape: [2] }); mean([[f16]]);
const wanted: boolean = n > 0; const perhaps = layerNorm(t, 1, { stats: wanted }); perhaps instanceof Tensor ? perhaps.size : perhaps.rstd;
const root = rmsNorm(t, 1, { stats: wanted, weightOffset: 1 }); root instanceof Tensor ? root.size : root.rrms.size;
const place = { data: new Float32Array(2), dims: [2] }; relu(t, { out: place }); layerNorm(t, 1, { out: place, stats: true });
addRmsNorm(t, t, 1, { out: { y: place, sum: { data: place.data, shape: [2] } } }); rmsNormBackward(t, t, 1, { out: { dx: place, dweight: t } });
const all = [new LayerNorm(3), new RMSNorm(3, { weightOffset: 1 }), new BatchNorm(3), new GroupNorm(1, 3), new InstanceNorm(3),
  new Linear(3, 3), new ReLU(), new Sequential(new Sequential())];
for (const one of all) {
  one.train().eval().forward(t, { out: place }).dispose(); const training: boolean = one.training;
  const state: Record<string, Tensor> = one.state(); one.loadState(state); one.loadState(state, { strict: training });
}
all[0].loadState({ weight: [[1, 2]], bias: new Float32Array(3), more: { data: new Float32Array(2), shape: [2] }, dims: place });
const { y: y3, sum: sum3 }: { y: Tensor; sum: Tensor } = new LayerNorm(3).addForward(t, [1], { out: { y: t, sum: t } });
const replaced = new RMSNorm(3); replaced.addForward([1], t).sum.size; replaced.weight = tensor([1], [1], { resident: true });
const dense = new Linear(1, 1); dense.weight = dense.bias = t; dense.weight.dispose(); new LayerNorm(3).bias = t;
const running = new BatchNorm(3); running.runningMean = t; running.runningVar = t; running.training = false;
const offset: number = new RMSNorm(3).weightOffset; const named: string = String(new Sequential(new Double()));
silu(t, { out: place }).shape; gelu([1], { approximate: "tanh", out: t }); siluMul(t, [[1]], { out: t }); geluMul(t, t, {});
const form: GeluOptions = { approximate: "none" }; const dg: Tensor = geluBackward(t, t, { ...form, out: { dx: t } }).dx;
siluBackward(t, t).dx.size; const gates: GatedOut = { out: { dgate: t, dup: place } };
const both: GatedGradients = siluMulBackward(t, t, t, gates); geluMulBackward(t, [1], t, { ...gates, ...form }).dup.size;
const over: SoftmaxDim & SoftmaxScale & Causal = { dim: 0, scale: 2, causal: wanted }; softmax(t, { ...over, out: t }).size;
softmaxBackward(t, t, { dim: 0, scale: 2, out: { dx: t } }).dx.size; logSoftmax(t, { dim: 1, out: place }).size;
const ignoring: CrossEntropyOptions = { ignoreIndex: -1, out: { dlogits: t } };
const { loss, dlogits }: CrossEntropy = crossEntropy(t, new Int32Array(1), ignoring); crossEntropy([[1]], [0]).loss.toFixed(loss);
const activations = [new SiLU(), new GELU(), new GELU({ approximate: "tanh" }), new Softmax(), new Softmax({ dim: 1 })];
for (const one of activations) one.train().eval().forward(t, { out: place }).dispose(); const dim: number = new Softmax().dim;
new Sequential(...activations); const approximation: "none" | "tanh" = new GELU().approximate;
const part: Tensor = t.rows(); relu(t.rows(-1), { out: t.rows(0, 1) }); mean(new Float64Array(2)); mean([new Float64Array(1), [1]]);
mean({ data: new Float64Array(1), shape: [1] }); new LayerNorm(1).loadState({ weight: new Float64Array(1), bias: [0] });
add(t, [1], { out: t }).shape; mul(t, 2); const { da, db }: { da: Tensor; db: Tensor } = matmulBackward(t, t, [[1]], { transposed: true, out: { da: t, db: place } });
matmul(t, [[1]], { transposed: n > 0, out: t }).size; permute(t, [1, 0] as const, { out: t }); const matmulOptions: MatmulOptions & { out?: MatmulTargets } = { transposed: false, out: { da, db } };
embedding([0, 1], t, { out: t }); embedding(new Uint32Array(2), [[1]]); embedding(t, t); const table = new Embedding(3, 2); table.forward([1], { out: t }); table.forward(Int32Array.of(1));
new Sequential(table, new LayerNorm(2)); table.weight.copyFrom([1]); table.weight = t; const dTable: Tensor = table.backward([[1, 2]]); const rowsOf: Module = table;
const close: boolean = allclose(t, [[1]], { rtol: 0, equalNan: true }); init(); init(new Uint8Array(8)); memoryUsage().total;
`;

/**
 * Each must be refused. (Not init("kernels.wasm"): TypeScript's WebAssembly.Module is an interface that all things
 * have.)
 */
const WRONG = [
  'mean("x")',
  "mean(new Int32Array(2))",
  'mean([["a"]])',
  "mean([1], { axis: 0 })",
  "variance([1], { unbiased: false })",
  'mean([1], { dim: "0" })',
  "mean([1], { correction: 1 })",
  "layerNorm([1])",
  'layerNorm([1], 1, { eps: "0" })',
  "layerNorm([1], 1).mean",
  "layerNorm([1], 1, { stats: true }).shape",
  "new LayerNorm(6, { affine: true })",
  "new Linear(5)",
  'manualSeed("1")',
  "tensor(5).shape = [1]",
  "tensor(5).shape.push(1)",
  "zeros(3)",
  "allclose([1])",
  "relu([1], { out: [1] })",
  "layerNormBackward([1], [1], 1, { mean: '0' })",
  "layerNormBackward([1], 1)",
  "layerNorm([1], 1, { weightOffset: null })",
  "l2Normalize([1], { p: 2 })",
  "l2Normalize([1]).dx",
  "normalize([1]).mean",
  "groupNorm([[1]], 1, { stats: true }).shape",
  "layerNormBackward([1], [1], 1, { out: { dx: ln.ones([1]) } })",
  "addLayerNorm([1], 1)",
  "rmsNorm([1], 1, { bias: [1] })",
  "rmsNormBackward([1], [1], 1).dbias",
  "rmsNorm([1], 1).rrms",
  "batchNorm([[1]], { momentum: null })",
  "groupNorm([[1]])",
  "batchNorm([[1]])",
  "batchNorm([[1]], {})",
  "batchNorm([[1]], { runningMean: [1] })",
  "batchNorm([[1]], { runningMean: null, runningVar: [1] })",
  "batchNorm([[1]], { training: true, runningMean: [1] })",
  "batchNorm([[1]], { training: false })",
  "batchNorm([[1]], { training: false, runningVar: [1] })",
  "batchNorm([[1]], { training: undefined })",
  "new BatchNorm(2).freeze(1)",
  "new BatchNorm(2).frozen = true",
  "new GroupNorm(1, 3).freeze()",
  "normalizeBackward([1])",
  "normalizeBackward([1], [1], { bias: [1] })",
  "normalizeBackward([1], [1]).rstd",
  "normalizeBackward([1], [1], { out: { dweight: ln.ones([1]) } })",
  "groupNorm([[1]], 1, { weightOffset: '1' })",
  "new StandardScaler({ with_mean: false })",
  "new StandardScaler().fit()",
  "new StandardScaler().fit([[1]]).mean.shape",
  "new StandardScaler().transform([[1]], { copy: true })",
  "new StandardScaler().mean = [1]",
  "StandardScaler.from('{}')",
  "instanceNorm([[1]], { momentum: 1 })",
  "linearBackward([1], [1])",
  "reluBackward([1], [1], { out: ln.ones([1]) })",
  'gelu([1], { approximate: "erf" })',
  "silu([1], { inplace: true })",
  "siluMul([1])",
  "siluBackward([1], [1]).dy",
  "geluMulBackward([1], [1], [1], { out: { dgate: ln.ones([1]) } })",
  "softmax([1], { dim: [0] })",
  "softmax([1], 0)",
  "logSoftmax([1], { scale: 2 })",
  "softmaxBackward([1], [1], { causal: true })",
  "crossEntropy([[1]], 0)",
  "crossEntropy([[1]], [0], { reduction: 'sum' })",
  "new GELU({ approximate: 'erf' })",
  "new Softmax().dim = 1",
  "new GroupNorm(2)",
  "new BatchNorm(2).runningMean.data",
  "new InstanceNorm(2, { momentum: 0.1 })",
  "new RMSNorm(2, { bias: true })",
  "new ReLU().parameters()[0].gradient",
  "new Sequential(5)",
  "new Sequential({ forward: (x) => x })",
  'setPrintOptions("none")',
  "setPrintOptions({ digits: 3 })",
  "tensor([1n])",
  "tensor(1).copyFrom('1')",
  "tensor(1).fill('1')",
  "tensor(1).reshape(1)",
  "rand([1], { size: 1 })",
  "randn([1], { out: [1] })",
  "fromFloat16([1])",
  "fromBfloat16(new Float32Array(1))",
  "fromFloat16(new Uint16Array(1), 1)",
  "mean([new Int32Array(1)])",
  "mean([new Uint16Array(1)])",
  "relu([1], { out: { data: new Uint16Array(1), shape: [1] } })",
  "new Tensor()",
  "new Tensor([1], new Float32Array(1))",
  "new LayerNorm(3).weight = null",
  "new BatchNorm(3).runningMean = null",
  "new Linear(1, 1).weight = null",
  "new Linear(1, 1).bias = [1]",
  "new ReLU().weight",
  "new LayerNorm(3).forward([1], ln.ones([1]))",
  "new LayerNorm(3).forward([1], { out: [1] })",
  "new LayerNorm(3).forward([1], { residual: [1] })",
  "new Sequential().forward([1], { out: 1 })",
  "new LayerNorm(3).addForward([1])",
  "new LayerNorm(3).addForward([1], [1], { out: ln.ones([1]) })",
  "new LayerNorm(3).addForward([1], [1], { out: { y: ln.ones([1]) } })",
  "new GroupNorm(1, 3).addForward([1], [1])",
  "new LayerNorm(3, { weightOffset: 1 })",
  "new RMSNorm(3, { weightOffset: '1' })",
  "new LayerNorm(3).loadState([1])",
  "new LayerNorm(3).loadState({ weight: 'x' })",
  "new LayerNorm(3).loadState({ weight: new Int32Array(3) })",
  "new LayerNorm(3).loadState({}, { strict: 1 })",
  "new LayerNorm(3).loadState({}, false)",
  "new LayerNorm(3).state().weight = [1]",
  "new LayerNorm(3).parameters()[0].grad = ln.ones([3])",
  "new LayerNorm(3).parameters()[0].value = ln.ones([3])",
  "layerNorm([1], 1, { stats: 1 })",
  "layerNorm([1], 1, { stats: ln.ones([1]).size > 0 }).y",
  "layerNorm([1], 1, { out: { data: [1] } })",
  "relu([1], { out: { data: new Float64Array(1), shape: [1] } })",
  "tensor([1]).rows('1')",
  "add([1])",
  "add([1], [1], { alpha: 2 })",
  "mul([1], '2')",
  "matmul([[1]])",
  "matmul([[1]], [[1]], { transposed: 1 })",
  "matmulBackward([[1]], [[1]], [[1]], { out: { dx: ln.ones([1]) } })",
  "matmulBackward([[1]], [[1]], [[1]]).dx",
  "embedding(1, [[1]])",
  "embedding([1n], [[1]])",
  "embedding(['1'], [[1]])",
  "new Embedding(3)",
  "new Embedding(3, 2, { paddingIdx: 0 })",
  "new Embedding(3, 2).bias",
  "permute([[1]], 1)",
  "permute([[1]])",
  "tensor([1]).rows([0, 1])",
];

describe("types", () => {
  test("accept every right use", () => expect(complaints(RIGHT)).toEqual([]));

  test("refuse every wrong one", () => {
    const lines = WRONG.map((use) => (use.startsWith("new ") ? `new ln.${use.slice(4)};` : `ln.${use};`));
    const refused = new Set(
      complaints([`import * as ln from "${types}";`, ...lines].join("\n")).map(({ line }) => line - 1),
    );
    expect(WRONG.filter((_, i) => !refused.has(i))).toEqual([]);
  });
});

/** @param {string} file of a contract @param {string} text */
const besides = (file, text) => `import * as ours from "${types}"; import * as contract from "${file}"; ${text}`;

/** All but what it says of Sequential, which takes our modules. */
const SAME = "const all: Omit<typeof contract, 'Sequential'> = ours;";

const SEQUENTIAL = `
  const make: new (...modules: ours.Module[]) => contract.Sequential = ours.Sequential;
  const module: contract.Module = new ours.Sequential();`;

describe.skipIf(!existsSync(`${contract}.d.ts`))("the contract in ../shared/api.d.ts (skipped where it is not)", () => {
  test("every function accepts what the contract's accepts, and gives what it gives; so do the classes", () => {
    expect(complaints(besides(contract, SAME))).toEqual([]);
  });

  test("so does Sequential, of our modules", () => expect(complaints(besides(contract, SEQUENTIAL))).toEqual([]));

  test("what is not in it is found missing", () => {
    const more = "const more: typeof contract & { batchNorm2d(x: number): number } = ours;";
    expect(complaints(besides(contract, more))).toHaveLength(1);
  });
});

/** What the second contract says in types. */
const STATEFUL = `
  const layers: contract.Stateful[] = [new ours.LayerNorm(3), new ours.RMSNorm(3), new ours.BatchNorm(3),
    new ours.GroupNorm(1, 3), new ours.InstanceNorm(3), new ours.Linear(3, 3), new ours.ReLU(), new ours.SiLU(), new ours.GELU(),
    new ours.Softmax(), new ours.Sequential()];`;

/** What it says in words. */
const WORDS = `
  const { tensor, layerNorm, addLayerNorm, layerNormBackward, groupNorm, instanceNorm, normalize, ones } = ours;
  const t = ones([2, 2]), stats: boolean = t.size > 1;
  layerNorm(t, 2, { weight: ones([1, 2]), bias: ones([1, 2]), weightOffset: 1, stats });
  addLayerNorm(t, t, 2, { weightOffset: 1 }); layerNormBackward(t, t, 2, { weight: [[1, 1]], weightOffset: 1 });
  for (const got of [groupNorm(t, 1, { stats }), instanceNorm(t, { stats }), normalize(t, { stats })]) {
    const y: contract.Tensor = got instanceof ours.Tensor ? got : got.y;
  }
  const y: contract.Tensor = groupNorm(t, 1); const both: { y: contract.Tensor } = normalize(t, { stats: true });
  const inputs: ours.Input[] = [[new Float32Array(2), new Float32Array(2)], new Float16Array(2),
    { data: new Float16Array(2), shape: [2] }, { data: new Float16Array(2), dims: [2] }];
  const read: (bytes: ArrayBuffer | Uint8Array) => Record<string, contract.Tensor> = readSafetensors;
  const open: (blob: Blob) => Promise<{ tensors: Record<string, { dtype: string; shape: number[] }>;
    read(name: string): Promise<contract.Tensor> }> = openSafetensors;`;

describe.skipIf(!existsSync(`${second}.d.ts`))("the contract's second round, api-second.d.ts", () => {
  test.each(Object.entries({ SAME, SEQUENTIAL, STATEFUL }))("what it says in types: %s", (_, text) =>
    expect(complaints(besides(second, text))).toEqual([]),
  );

  test("what it says in words", () => {
    const imported = `import { openSafetensors, readSafetensors } from "${safetensors}";`;
    expect(complaints(besides(second, imported + WORDS), ["lib.es2025.float16.d.ts"])).toEqual([]);
  });
});

/** What the third contract says in types of whatever has a state: Embedding and Sequential, too. */
const STATES = `
  const layers: contract.Stateful[] = [new ours.LayerNorm(3), new ours.RMSNorm(3), new ours.BatchNorm(3),
    new ours.GroupNorm(1, 3), new ours.InstanceNorm(3), new ours.Linear(3, 3), new ours.ReLU(), new ours.SiLU(),
    new ours.GELU(), new ours.Softmax(), new ours.Embedding(3, 2), new ours.Sequential()];`;

/** What it says in words. */
const THIRD_WORDS = `
  const t = ours.ones([2, 2]), one: boolean = t.size > 1;
  const gelu: ours.GELU = new ours.GELU({ approximate: "tanh" }); const over = new ours.Softmax({ dim: 0 });
  const rows: ours.Embedding = new ours.Embedding(3, 2), silu: ours.SiLU = new ours.SiLU();
  ours.groupNorm(t, 1, { weight: [[1, 2]], bias: [[1, 2]], weightOffset: 1 });
  ours.instanceNorm(ours.ones([2, 2, 2]), { weight: t, bias: t, weightOffset: 1 });
  const inputs: ours.Input[] = [new Float64Array(2), { data: new Float64Array(2), shape: [2] }, [new Float32Array(2)]];
  const frozen: ours.BatchNorm = new ours.BatchNorm(2).freeze().freeze(one);
  const opened: Promise<unknown>[] = [openSafetensors(new Blob()), openSafetensors([new Blob()]),
    openSafetensors({ size: 1, read: async (begin: number, end: number) => new Uint8Array(end - begin) })];
  const file = await openSafetensors(new Blob()); const read: contract.Tensor = await file.read("a", { resident: one });
  await file.read("a", { out: t });
  const bytes: Uint8Array = writeSafetensors({ t }, { dtype: (name) => (name ? "BF16" : "F16"), metadata: { a: "b" } });`;

describe.skipIf(!existsSync(`${third}.d.ts`))("the contract's third round, api-third.d.ts", () => {
  test.each(Object.entries({ SAME, SEQUENTIAL, STATES }))("what it says in types: %s", (_, text) =>
    expect(complaints(besides(third, text))).toEqual([]),
  );

  test("what it says in words", () => {
    const imported = `import { openSafetensors, writeSafetensors } from "${safetensors}";`;
    expect(complaints(besides(third, imported + THIRD_WORDS))).toEqual([]);
  });
});
