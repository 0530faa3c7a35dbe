/** Errors: which kind, and that the message names the argument, what was expected and what came. */
import { describe, expect, test, vi } from "vitest";
import {
  add,
  addLayerNorm,
  addRmsNorm,
  allclose,
  BatchNorm,
  batchNorm,
  batchNormBackward,
  Embedding,
  embedding,
  empty,
  full,
  GroupNorm,
  groupNorm,
  groupNormBackward,
  InstanceNorm,
  instanceNorm,
  instanceNormBackward,
  l2Normalize,
  l2NormalizeBackward,
  LayerNorm,
  layerNorm,
  layerNormBackward,
  Linear,
  linear,
  linearBackward,
  manualSeed,
  matmul,
  matmulBackward,
  mean,
  moments,
  mul,
  normalize,
  ones,
  permute,
  randn,
  ReLU,
  relu,
  reluBackward,
  RMSNorm,
  rmsNorm,
  rmsNormBackward,
  Sequential,
  std,
  Tensor,
  tensor,
  variance,
  zeros,
} from "../../web/api/index.js";

/** @param {unknown} value what TypeScript would refuse */
const any = (value) => /** @type {any} */ (value);
const x = ones([2, 6]);
const image = ones([2, 6, 4]);

/** @type {[string, () => unknown, ErrorConstructor, string][]} */
const cases = [
  [
    "a string as x",
    () => mean(any("x")),
    TypeError,
    'x: expected a tensor, a Float32Array or nested numbers (tensor() rounds other arrays to float32), got "x"',
  ],
  ["no x", () => relu(any(undefined)), TypeError, "x: expected a tensor"],
  [
    "an Int32Array as x",
    () => relu(any(new Int32Array(2))),
    TypeError,
    "x: expected a tensor, a Float32Array or nested numbers (tensor() rounds other arrays to float32), got Int32Array",
  ],
  [
    "Int32Array data",
    () => relu(any({ data: new Int32Array(2), shape: [2] })),
    TypeError,
    "x.data: expected a Float32Array, got Int32Array",
  ],
  [
    "Float64Array data as out, where the result would be lost in a copy",
    () => relu([1, 2], { out: any({ data: new Float64Array(2), shape: [2] }) }),
    TypeError,
    "out.data: expected a Float32Array, got Float64Array",
  ],
  [
    "data on a GPU, as ONNX Runtime has it",
    () =>
      relu({
        get data() {
          throw new Error("not on CPU");
        },
        dims: [2],
      }),
    Error,
    "x.data: expected a Float32Array (of a tensor on the GPU: await getData()), got Error: not on CPU",
  ],
  [
    "int64 data, as ONNX Runtime has it",
    () => relu({ data: new BigInt64Array(2), dims: [2] }),
    TypeError,
    "x.data: expected a Float32Array, got BigInt64Array",
  ],
  [
    "an instance of a class without a name",
    () => relu(any(new (class {})())),
    TypeError,
    "arrays to float32), got Object",
  ],
  [
    "what calls itself a Float32Array",
    () => relu(any({ data: { [Symbol.toStringTag]: "Float32Array", length: 1, 0: 1 }, shape: [1] })),
    TypeError,
    "x.data: expected a Float32Array, got Object",
  ],
  ["an object without a prototype", () => relu(any(Object.create(null))), TypeError, "arrays to float32), got Object"],
  [
    "more values than the shape has",
    () => tensor([1, 2, 3], [2]),
    RangeError,
    "shape: expected 3 elements, as many as there are values, got [2]",
  ],
  [
    "data that its dims do not fit",
    () => relu({ data: new Float32Array(5), dims: [2, 3] }),
    RangeError,
    "x: expected 6 elements for shape [2, 3], got 5",
  ],
  [
    "a dim that is not there",
    () => mean(x, { dim: 2 }),
    RangeError,
    "dim: expected an integer from -2 to 1 (x has 2 dims), got 2",
  ],
  ["a fractional dim", () => variance(x, { dim: 0.5 }), RangeError, "dim: expected an integer from -2 to 1"],
  ["a dim NaN", () => variance(x, { dim: NaN }), RangeError, "got NaN"],
  [
    "a string as dim",
    () => std(x, { dim: any("0") }),
    TypeError,
    'dim: expected an integer or an array of integers, got "0"',
  ],
  [
    "null as dim",
    () => std(x, { dim: any(null) }),
    TypeError,
    "dim: expected an integer or an array of integers, got null",
  ],
  [
    "no dims",
    () => moments(x, { dim: [] }),
    RangeError,
    "dim: expected at least one dim (leave it out to reduce over all), got []",
  ],
  ["a dim twice", () => normalize(x, { dim: [1, -1] }), RangeError, "dim: expected each dim once, got [1, -1]"],
  [
    "keepdim that is not a boolean",
    () => mean(x, { keepdim: any(1) }),
    TypeError,
    "keepdim: expected true or false, got 1",
  ],
  [
    "PyTorch's old unbiased",
    () => variance(x, any({ unbiased: false })),
    TypeError,
    "options: expected only dim, keepdim, correction, out, got unbiased",
  ],
  ["NumPy's axis", () => mean(x, any({ axis: 0 })), TypeError, "options: expected only dim, keepdim, out, got axis"],
  [
    "a tensor as options, as torch takes the weight",
    () => layerNorm(x, 6, any(ones([6]))),
    TypeError,
    "options: expected an object with weight, bias, eps, weightOffset, out, stats, got Tensor",
  ],
  [
    "an ONNX Runtime tensor as options",
    () => relu(x, any({ dims: [6], data: new Float32Array(6) })),
    TypeError,
    "options: expected only out, got dims",
  ],
  [
    "a Float32Array as options",
    () => rmsNorm(x, 6, any(new Float32Array(6))),
    TypeError,
    "options: expected an object with weight, eps, weightOffset, out, stats, got Float32Array",
  ],
  [
    "an array as options",
    () => normalize(x, any([1])),
    TypeError,
    "options: expected an object with dim, correction, eps, weight, bias, out, stats, got [1]",
  ],
  [
    "an empty array as options",
    () => layerNorm(x, 6, any([])),
    TypeError,
    "options: expected an object with weight, bias, eps, weightOffset, out, stats, got []",
  ],
  [
    "options that are a number",
    () => mean(x, any(1)),
    TypeError,
    "options: expected an object with dim, keepdim, out, got 1",
  ],
  [
    "a negative correction",
    () => variance(x, { correction: -1 }),
    RangeError,
    "correction: expected a finite number >= 0, got -1",
  ],
  [
    "an infinite correction",
    () => variance(x, { correction: Infinity }),
    RangeError,
    "correction: expected a finite number >= 0, got Infinity",
  ],
  [
    "a negative eps",
    () => layerNorm(x, 6, { eps: -1e-5 }),
    RangeError,
    "eps: expected a finite number >= 0, got -0.00001",
  ],
  ["an eps NaN", () => normalize(x, { eps: NaN }), RangeError, "eps: expected a finite number >= 0, got NaN"],
  ["a string as eps", () => new LayerNorm(6, { eps: any("1e-5") }), TypeError, 'eps: expected a number, got "1e-5"'],
  [
    "a normalizedShape that is not x's end",
    () => layerNorm(x, 5),
    RangeError,
    "normalizedShape: expected the last dims of x, whose shape is [2, 6], got [5]",
  ],
  ["a normalizedShape longer than x's", () => layerNorm(x, [1, 2, 6]), RangeError, "got [1, 2, 6]"],
  [
    "an empty normalizedShape",
    () => layerNorm(x, []),
    RangeError,
    "normalizedShape: expected at least one dim, got []",
  ],
  ["a normalizedShape of 0", () => new LayerNorm(0), RangeError, "normalizedShape: expected an integer >= 1, got 0"],
  [
    "no normalizedShape",
    () => layerNorm(x, any(undefined)),
    TypeError,
    "normalizedShape: expected an integer or an array of integers, got undefined",
  ],
  [
    "a weight of another shape",
    () => layerNorm(x, 6, { weight: ones([5]) }),
    RangeError,
    "weight: expected shape [6], got [5]",
  ],
  [
    "a weight that does not broadcast",
    () => layerNorm(x, 6, { weight: ones([3, 6]) }),
    RangeError,
    "weight: expected a shape that ends with [6] and broadcasts against x's, [2, 6], got [3, 6]",
  ],
  [
    "a bias of more dims than x",
    () => addLayerNorm(x, x, 6, { bias: ones([1, 2, 6]) }),
    RangeError,
    "bias: expected a shape that ends with [6] and broadcasts against x's, [2, 6], got [1, 2, 6]",
  ],
  [
    "a weight that does not end with the normalised shape",
    () => rmsNorm(x, 6, { weight: ones([2, 1]) }),
    RangeError,
    "weight: expected a shape that ends with [6] and broadcasts against x's, [2, 6], got [2, 1]",
  ],
  [
    "a weightOffset that is infinite",
    () => layerNorm(x, 6, { weight: ones([6]), weightOffset: Infinity }),
    RangeError,
    "weightOffset: expected a finite number, got Infinity",
  ],
  [
    "a weightOffset that is a string",
    () => addLayerNorm(x, x, 6, any({ weightOffset: "1" })),
    TypeError,
    'weightOffset: expected a number, got "1"',
  ],
  [
    "a gradient of weight's shape, where weight is of more dims",
    () => {
      const weight = ones([2, 6]);
      layerNormBackward(x, x, 6, { weight, out: { dx: x, dweight: ones([6]), dbias: ones([2, 6]) } });
    },
    RangeError,
    "out.dweight: expected shape [2, 6], got [6]",
  ],
  [
    "an l2Normalize eps below 0",
    () => l2Normalize(x, { eps: -1 }),
    RangeError,
    "eps: expected a finite number >= 0, got -1",
  ],
  ["an l2Normalize out", () => l2Normalize(x, { out: ones([6]) }), RangeError, "out: expected shape [2, 6], got [6]"],
  ["an l2Normalize p", () => l2Normalize(x, any({ p: 1 })), TypeError, "options: expected only dim, eps, out, got p"],
  ["a dy of another shape", () => l2NormalizeBackward([1], x), RangeError, "dy: expected shape [2, 6], got [1]"],
  [
    "stats of groupNorm that are no boolean",
    () => groupNorm(x, 1, any({ stats: 1 })),
    TypeError,
    "stats: expected true or false, got 1",
  ],
  ["a bias of another shape", () => normalize(x, { bias: [1, 2] }), RangeError, "bias: expected shape [6], got [2]"],
  [
    "stats that is not a boolean",
    () => layerNorm(x, 6, any({ stats: 1 })),
    TypeError,
    "stats: expected true or false, got 1",
  ],
  [
    "matmul of inner dims that differ",
    () => matmul(x, ones([5, 3])),
    RangeError,
    "a: expected a last dim of 5, as b, [5, 3], has K, got [2, 6]",
  ],
  [
    "matmul of a b that is the other way round",
    () => matmul(x, ones([3, 6])),
    RangeError,
    "a: expected a last dim of 3, as b, [3, 6], has K, got [2, 6] (b's other dim fits: see transposed)",
  ],
  [
    "matmul of a transposed b that is not",
    () => matmul(x, ones([6, 3]), { transposed: true }),
    RangeError,
    "a: expected a last dim of 3, as b, [6, 3], has K, got [2, 6] (b's other dim fits: see transposed)",
  ],
  ["matmul by a vector", () => matmul(x, [1, 2, 3, 4, 5, 6]), RangeError, "b: expected shape [..., K, N], got [6]"],
  [
    "matmul by a transposed vector",
    () => matmul(x, [1, 2, 3, 4, 5, 6], { transposed: true }),
    RangeError,
    "b: expected shape [..., N, K], got [6]",
  ],
  [
    "matmul of a scalar",
    () => matmul(1, ones([6, 3])),
    RangeError,
    "a: expected a last dim of 6, as b, [6, 3], has K, got []",
  ],
  [
    "matmul of leading dims that differ",
    () => matmul(image, ones([3, 4, 5])),
    RangeError,
    "b: expected the leading dims of a, [2, 6, 4], before its last two, or none, got [3, 4, 5]",
  ],
  [
    "matmul of leading dims that b alone has",
    () => matmul(x, ones([1, 6, 5])),
    RangeError,
    "b: expected the leading dims of a, [2, 6], before its last two, or none, got [1, 6, 5]",
  ],
  [
    "matmul's transposed",
    () => matmul(x, x, any({ transposed: 1 })),
    TypeError,
    "transposed: expected true or false, got 1",
  ],
  [
    "torch's transpose_b",
    () => matmul(x, x, any({ transpose: true })),
    TypeError,
    "options: expected only transposed, out, got transpose",
  ],
  [
    "matmul's out",
    () => matmul(x, ones([6, 3]), { out: ones([2, 6]) }),
    RangeError,
    "out: expected shape [2, 3], got [2, 6]",
  ],
  [
    "a dy of another shape than matmul's y",
    () => matmulBackward(x, x, ones([6, 3])),
    RangeError,
    "dy: expected shape [2, 3], got [2, 6]",
  ],
  [
    "half of matmulBackward's out",
    () => matmulBackward(ones([2, 3]), x, ones([6, 3]), { out: any({ da: x }) }),
    TypeError,
    "out.db: expected a tensor, got undefined",
  ],
  [
    "linear's names in matmulBackward's out",
    () => matmulBackward(ones([2, 3]), x, ones([6, 3]), { out: any({ dx: x }) }),
    TypeError,
    "out: expected only da, db, got dx",
  ],
  [
    "a db of another shape",
    () => matmulBackward(ones([2, 3]), x, ones([6, 3]), { out: { da: x, db: x } }),
    RangeError,
    "out.db: expected shape [6, 3], got [2, 6]",
  ],
  ["a sum without b", () => add(x, any(undefined)), TypeError, "b: expected a tensor"],
  [
    "a sum's alpha, which torch has",
    () => add(x, x, any({ alpha: 2 })),
    TypeError,
    "options: expected only out, got alpha",
  ],
  ["a product's out", () => mul(x, 2, { out: ones([6]) }), RangeError, "out: expected shape [2, 6], got [6]"],
  [
    "an index that is not there",
    () => embedding([0, 2], x),
    RangeError,
    "indices[1]: expected a row of the table, which has 2, from 0 on, got 2",
  ],
  [
    "a negative index",
    () => embedding([-1], x),
    RangeError,
    "indices[0]: expected a row of the table, which has 2, from 0 on, got -1",
  ],
  [
    "a fractional index",
    () => embedding(Float32Array.of(0, 0.5), x),
    RangeError,
    "indices[1]: expected a row of the table, which has 2, from 0 on, got 0.5",
  ],
  [
    "an index NaN",
    () => embedding([0, NaN], x),
    RangeError,
    "indices[1]: expected a row of the table, which has 2, from 0 on, got NaN",
  ],
  ["an index that is text", () => embedding(any(["0"]), x), TypeError, 'indices[0]: expected an integer, got "0"'],
  [
    "64-bit indices",
    () => embedding(any(BigInt64Array.of(0n)), x),
    TypeError,
    "indices[0]: expected an integer, got 0n",
  ],
  [
    "a hole among indices",
    () => embedding(new Array(1), x),
    TypeError,
    "indices[0]: expected an integer, got undefined",
  ],
  ["an index alone", () => embedding(any(1), x), TypeError, "indices: expected a list of integers, got 1"],
  ["no indices", () => embedding(any(null), x), TypeError, "indices: expected a list of integers, got null"],
  ["indices of two dims", () => embedding(ones([1, 1]), x), RangeError, "indices: expected one dim, got [1, 1]"],
  [
    "a table of three dims",
    () => embedding([0], image),
    RangeError,
    "table: expected shape [count, features], got [2, 6, 4]",
  ],
  ["an embedding's out", () => embedding([0], x, { out: x }), RangeError, "out: expected shape [1, 6], got [2, 6]"],
  ["an embedding without rows", () => new Embedding(0, 3), RangeError, "count: expected an integer >= 1, got 0"],
  [
    "an embedding without features",
    () => new Embedding(3, any("4")),
    TypeError,
    'features: expected an integer, got "4"',
  ],
  [
    "an index that a layer lacks",
    () => new Embedding(3, 4).forward([3]),
    RangeError,
    "indices[0]: expected a row of the table, which has 3, from 0 on, got 3",
  ],
  [
    "a mean of nothing",
    () => mean(zeros([0, 3]), { dim: 0 }),
    RangeError,
    "x: expected at least one element along the dims to reduce, got [0, 3]",
  ],
  [
    "permute to fewer dims",
    () => permute(image, [1, 0]),
    RangeError,
    "dims: expected each of the 3 dims of x, of shape [2, 6, 4], once, got [1, 0]",
  ],
  [
    "permute to more dims",
    () => permute(x, [1, 0, 1]),
    RangeError,
    "dims: expected each of the 2 dims of x, of shape [2, 6], once, got [1, 0, 1]",
  ],
  [
    "permute to a dim twice",
    () => permute(x, [1, -1]),
    RangeError,
    "dims: expected each of the 2 dims of x, of shape [2, 6], once, got [1, -1]",
  ],
  [
    "permute to a dim that is not there",
    () => permute(x, [0, 2]),
    RangeError,
    "dims: expected each of the 2 dims of x, of shape [2, 6], once, got [0, 2]",
  ],
  ["permute to a number", () => permute(x, any(1)), TypeError, "dims: expected an array of integers, got 1"],
  ["permute to text", () => permute(x, any(["1", 0])), TypeError, 'dims[0]: expected an integer, got "1"'],
  ["permute's out", () => permute(x, [1, 0], { out: x }), RangeError, "out: expected shape [6, 2], got [2, 6]"],
  [
    "a linear layer's x that does not fit",
    () => linear(x, ones([3, 5])),
    RangeError,
    "x: expected a last dim of 5, as weight has inputs, got [2, 6]",
  ],
  [
    "a linear layer's weight the other way round",
    () => linear(x, ones([6, 5])),
    RangeError,
    "weight: expected shape [outputs, inputs], of 6 inputs as x has, got [6, 5], which is [inputs, outputs]: " +
      "transpose it, permute(weight, [1, 0])",
  ],
  [
    "the same in its backward pass",
    () => linearBackward(ones([2, 5]), x, ones([6, 5])),
    RangeError,
    "which is [inputs, outputs]: transpose it",
  ],
  ["a scalar for linear", () => linear(1, ones([3, 5])), RangeError, "x: expected a last dim of 5"],
  [
    "a linear layer's weight of one dim",
    () => linear(x, [1, 2]),
    RangeError,
    "weight: expected shape [outputs, inputs], got [2]",
  ],
  ["no features", () => new Linear(0, 6), RangeError, "inFeatures: expected an integer >= 1, got 0"],
  ["fractional features", () => new Linear(5, 1.5), RangeError, "outFeatures: expected an integer >= 1, got 1.5"],
  ["a negative size", () => empty([2, -1]), RangeError, "shape[1]: expected an integer >= 0, got -1"],
  ["a fractional size", () => ones([1.5]), RangeError, "shape[0]: expected an integer >= 0, got 1.5"],
  ["a size that is a string", () => ones(any(["2"])), TypeError, 'shape[0]: expected an integer, got "2"'],
  ["a number as shape", () => empty(any(5)), TypeError, "shape: expected an array of sizes, got 5"],
  ["nine dims", () => ones([1, 1, 1, 1, 1, 1, 1, 1, 1]), RangeError, "shape: expected at most 8 dims, got 9"],
  [
    "more elements than memory",
    () => empty([2 ** 20, 2 ** 20]),
    RangeError,
    "shape: expected at most 1073741823 elements, got [1048576, 1048576]",
  ],
  [
    "resident that is not a boolean",
    () => tensor([1], undefined, { resident: any("yes") }),
    TypeError,
    'resident: expected true or false, got "yes"',
  ],
  ["a value that is not a number", () => full([2], any("1")), TypeError, 'value: expected a number, got "1"'],
  ["a hole in a shape", () => ones(new Array(2)), TypeError, "shape[0]: expected an integer, got undefined"],
  [
    "a hole in dim",
    () => mean(x, { dim: any(Object.assign([], { 1: 0 })) }),
    TypeError,
    "dim: expected an integer or an array of integers, got undefined",
  ],
  [
    "a hole in normalizedShape",
    () => new LayerNorm(any(Object.assign([], { 1: 6 }))),
    TypeError,
    "normalizedShape: expected an integer, got undefined",
  ],
  ["a size beyond the integers", () => ones([1e300, 0]), RangeError, "shape[0]: expected an integer >= 0, got 1e+300"],
  [
    "more weights than memory",
    () => new Linear(2 ** 20, 2 ** 20),
    RangeError,
    "[outFeatures, inFeatures]: expected at most 1073741823 elements, got [1048576, 1048576]",
  ],
  [
    "a number as moments' out",
    () => moments(x, { out: any(5) }),
    TypeError,
    "out: expected an object with mean, variance, got 5",
  ],
  ["a fractional seed", () => manualSeed(1.5), RangeError, "seed: expected an integer, got 1.5"],
  ["a string as seed", () => manualSeed(any("123")), TypeError, 'seed: expected an integer, got "123"'],
  ["a shape that is none", () => randn(any(3)), TypeError, "shape: expected an array of sizes, got 3"],
  ["shapes that differ", () => allclose([1, 2], [1, 2, 3]), RangeError, "b: expected shape [2], as a, got [3]"],
  [
    "a negative tolerance",
    () => allclose([1], [1], { rtol: -1 }),
    RangeError,
    "rtol: expected a finite number >= 0, got -1",
  ],
  [
    "half of moments' out",
    () => moments(x, { out: any({ mean: ones([]) }) }),
    TypeError,
    "out.variance: expected a tensor, got undefined",
  ],
  ["dy of another shape", () => layerNormBackward(ones([12]), x, 6), RangeError, "dy: expected shape [2, 6], got [12]"],
  ["no dy", () => layerNormBackward(any(undefined), x, 6), TypeError, "dy: expected a tensor"],
  [
    "a saved mean of another shape",
    () => layerNormBackward(x, x, 6, { mean: ones([2]), rstd: ones([2, 1]) }),
    RangeError,
    "mean: expected shape [2, 1], got [2]",
  ],
  [
    "a saved rstd of another shape",
    () => layerNormBackward(x, x, 6, { mean: ones([2, 1]), rstd: ones([2]) }),
    RangeError,
    "rstd: expected shape [2, 1], got [2]",
  ],
  [
    "a saved mean alone",
    () => layerNormBackward(x, x, 6, { mean: ones([2, 1]) }),
    TypeError,
    "rstd: expected a tensor, as mean is given, got undefined",
  ],
  [
    "a saved rstd alone",
    () => layerNormBackward(x, x, 6, any({ mean: null, rstd: ones([2, 1]) })),
    TypeError,
    "mean: expected a tensor, as rstd is given, got null",
  ],
  [
    "a bias in a backward pass that does not broadcast",
    () => layerNormBackward(x, x, 6, { bias: ones([3, 6]) }),
    RangeError,
    "bias: expected a shape that ends with [6] and broadcasts against x's, [2, 6], got [3, 6]",
  ],
  [
    "a part of the gradients as out",
    () => layerNormBackward(x, x, 6, any({ out: { dx: x } })),
    TypeError,
    "out.dweight: expected a tensor, got undefined",
  ],
  [
    "more than the gradients as out",
    () => rmsNormBackward(x, x, 6, any({ out: { dx: zeros([2, 6]), dweight: zeros([6]), dbias: zeros([6]) } })),
    TypeError,
    "out: expected only dx, dweight, got dbias",
  ],
  [
    "null as out of gradients",
    () => rmsNormBackward(x, x, 6, any({ out: null })),
    TypeError,
    "out: expected an object with dx, dweight, got null",
  ],
  [
    "an out.dbias of another shape",
    () => layerNormBackward(x, x, 6, { out: { dx: zeros([2, 6]), dweight: zeros([6]), dbias: zeros([5]) } }),
    RangeError,
    "out.dbias: expected shape [6], got [5]",
  ],
  [
    "a residual of another shape",
    () => addLayerNorm(x, ones([6]), 6),
    RangeError,
    "residual: expected shape [2, 6], got [6]",
  ],
  ["no residual", () => addRmsNorm(x, any(null), 6), TypeError, "residual: expected a tensor"],
  [
    "half of a sum's out",
    () => addLayerNorm(x, x, 6, any({ out: { y: x } })),
    TypeError,
    "out.sum: expected a tensor, got undefined",
  ],
  [
    "a tensor as a sum's out",
    () => addRmsNorm(x, x, 6, any({ out: x })),
    TypeError,
    "out: expected an object with y, sum, got Tensor",
  ],
  [
    "a weightOffset that is a string",
    () => rmsNorm(x, 6, { weightOffset: any("1") }),
    TypeError,
    'weightOffset: expected a number, got "1"',
  ],
  [
    "an infinite weightOffset",
    () => addRmsNorm(x, x, 6, { weightOffset: Infinity }),
    RangeError,
    "weightOffset: expected a finite number, got Infinity",
  ],
  [
    "a weightOffset NaN",
    () => rmsNormBackward(x, x, 6, { weightOffset: NaN }),
    RangeError,
    "weightOffset: expected a finite number",
  ],
  [
    "a bias for rmsNorm",
    () => rmsNorm(x, 6, any({ bias: ones([6]) })),
    TypeError,
    "options: expected only weight, eps, weightOffset, out, stats, got bias",
  ],
  [
    "an rmsNorm weight of another shape",
    () => rmsNorm(x, 6, { weight: ones([1]) }),
    RangeError,
    "weight: expected shape [6], got [1]",
  ],
  [
    "a negative rmsNorm eps",
    () => new RMSNorm(6, { eps: -1 }),
    RangeError,
    "eps: expected a finite number >= 0, got -1",
  ],
  [
    "saved rrms of another shape",
    () => rmsNormBackward(x, x, 6, { rrms: ones([1, 2]) }),
    RangeError,
    "rrms: expected shape [2, 1], got [1, 2]",
  ],
  [
    "batchNorm without options",
    () => batchNorm(x, any(undefined)),
    TypeError,
    "runningMean: expected a tensor, as training is false, got undefined",
  ],
  [
    "inference without runningVar",
    () => batchNorm(x, any({ runningMean: ones([6]) })),
    TypeError,
    "runningVar: expected a tensor, as training is false, got undefined",
  ],
  [
    "gradients of inference without runningMean",
    () => batchNormBackward(x, x, { runningVar: ones([6]) }),
    TypeError,
    "runningMean: expected a tensor, as training is false, got undefined",
  ],
  [
    "a runningMean of another shape",
    () => batchNorm(x, { training: true, runningMean: ones([2]) }),
    RangeError,
    "runningMean: expected shape [6], got [2]",
  ],
  [
    "nested numbers to update",
    () => batchNorm(x, { training: true, runningVar: any([1, 1, 1, 1, 1, 1]) }),
    TypeError,
    "runningVar: expected a tensor or { data, shape }, got [1, 1, 1, 1, 1, 1]",
  ],
  [
    "one value a channel in training",
    () => batchNorm(ones([1, 6]), { training: true }),
    RangeError,
    "x: expected more than 1 value per channel in training, got [1, 6]",
  ],
  [
    "one value a channel, backward",
    () => batchNormBackward(ones([1, 6, 1]), ones([1, 6, 1]), { training: true }),
    RangeError,
    "x: expected more than 1 value per channel in training, got [1, 6, 1]",
  ],
  [
    "x of one dim",
    () => batchNorm(ones([6]), { training: true }),
    RangeError,
    "x: expected shape [N, C, ...], got [6]",
  ],
  [
    "training that is not a boolean",
    () => batchNorm(x, any({ training: 1 })),
    TypeError,
    "training: expected true or false, got 1",
  ],
  [
    "a string as momentum",
    () => batchNorm(x, { training: true, momentum: any("0.1") }),
    TypeError,
    'momentum: expected a number, got "0.1"',
  ],
  [
    "an infinite momentum",
    () => new BatchNorm(6, { momentum: Infinity }),
    RangeError,
    "momentum: expected a finite number, got Infinity",
  ],
  [
    "a momentum below all numbers",
    () => new BatchNorm(6, { momentum: -Infinity }),
    RangeError,
    "momentum: expected a finite number, got -Infinity",
  ],
  [
    "a long text as momentum",
    () => new BatchNorm(6, { momentum: any("zero point one, as torch has it") }),
    TypeError,
    'momentum: expected a number, got "zero point one, as t..."',
  ],
  [
    "a weight for other channels",
    () => batchNorm(x, { training: true, weight: ones([2]) }),
    RangeError,
    "weight: expected shape [6], got [2]",
  ],
  [
    "groups that do not divide the channels",
    () => groupNorm(image, 4),
    RangeError,
    "groups: expected a divisor of the number of channels, 6, got 4",
  ],
  ["no groups", () => groupNormBackward(image, image, 0), RangeError, "groups: expected an integer >= 1, got 0"],
  [
    "groups that are undefined",
    () => groupNorm(image, any(undefined)),
    TypeError,
    "groups: expected an integer, got undefined",
  ],
  [
    "no channels",
    () => groupNorm(ones([2, 0, 4]), 1),
    RangeError,
    "x: expected at least one element in a group, got [2, 0, 4]",
  ],
  [
    "empty channels",
    () => instanceNorm(ones([2, 6, 0])),
    RangeError,
    "x: expected at least one element in a group, got [2, 6, 0]",
  ],
  ["a scalar", () => instanceNorm(5), RangeError, "x: expected shape [N, C, ...], got []"],
  [
    "an instanceNorm bias of another shape",
    () => instanceNorm(image, { bias: ones([4]) }),
    RangeError,
    "bias: expected shape [6] or [2, 6], got [4]",
  ],
  [
    "an instanceNorm dy of another shape",
    () => instanceNormBackward(x, image),
    RangeError,
    "dy: expected shape [2, 6, 4], got [2, 6]",
  ],
  [
    "a linear dy that does not fit",
    () => linearBackward(ones([2, 6]), x, ones([3, 6])),
    RangeError,
    "dy: expected shape [2, 3], got [2, 6]",
  ],
  [
    "an out.dweight of another shape",
    () =>
      linearBackward(ones([2, 3]), x, ones([3, 6]), {
        out: { dx: zeros([2, 6]), dweight: zeros([6, 3]), dbias: zeros([3]) },
      }),
    RangeError,
    "out.dweight: expected shape [3, 6], got [6, 3]",
  ],
  ["a relu dy of another shape", () => reluBackward([1], x), RangeError, "dy: expected shape [2, 6], got [1]"],
  [
    "a tensor as relu's out of gradients",
    () => reluBackward(x, x, any({ out: x })),
    TypeError,
    "out: expected an object with dx, got Tensor",
  ],
  [
    "a layer for other channels",
    () => new BatchNorm(4).forward(x),
    RangeError,
    "x: expected shape [N, 4, ...], got [2, 6]",
  ],
  [
    "a GroupNorm of channels that it cannot share out",
    () => new GroupNorm(4, 6),
    RangeError,
    "groups: expected a divisor of the number of channels, 6, got 4",
  ],
  [
    "a GroupNorm for other channels",
    () => new GroupNorm(2, 4).forward(image),
    RangeError,
    "x: expected shape [N, 4, ...], got [2, 6, 4]",
  ],
  [
    "InstanceNorm of one element",
    () => new InstanceNorm(6).forward(x),
    RangeError,
    "x: expected more than 1 element in each channel of a sample, got [2, 6]",
  ],
  [
    "InstanceNorm of PyTorch's momentum",
    () => new InstanceNorm(6, any({ momentum: 0.1 })),
    TypeError,
    "options: expected only eps, affine, got momentum",
  ],
  [
    "affine that is not a boolean",
    () => new BatchNorm(6, { affine: any(1) }),
    TypeError,
    "affine: expected true or false, got 1",
  ],
  [
    "a normalizedShape of more elements than memory",
    () => new LayerNorm([2 ** 20, 2 ** 20]),
    RangeError,
    "normalizedShape: expected at most 1073741823 elements, got [1048576, 1048576]",
  ],
  [
    "a normalizedShape of nine dims",
    () => new RMSNorm([1, 1, 1, 1, 1, 1, 1, 1, 1]),
    RangeError,
    "normalizedShape: expected at most 8 dims, got 9",
  ],
  [
    "more features than memory",
    () => new BatchNorm(2 ** 40),
    RangeError,
    "features: expected at most 1073741823 elements, got [1099511627776]",
  ],
  [
    "more channels than memory",
    () => new GroupNorm(1, 2 ** 40),
    RangeError,
    "channels: expected at most 1073741823 elements, got [1099511627776]",
  ],
  [
    "neither shape nor dims",
    () => relu(any({ data: new Float32Array(2), shape: undefined })),
    TypeError,
    "x.shape: expected an array of sizes, got undefined",
  ],
  [
    "new Tensor",
    () => new (any(Tensor))([2], new Float32Array(2)),
    TypeError,
    "Tensor: expected tensor() or the like, got new Tensor()",
  ],
  [
    "a layer twice",
    () => {
      const relu = new ReLU();
      return new Sequential(new Linear(2, 2), relu, relu);
    },
    RangeError,
    "layers[2]: expected a layer that stands nowhere else, got that of layers[1]",
  ],
  [
    "a layer twice, once in a Sequential",
    () => {
      const relu = new ReLU();
      return new Sequential(new Sequential(relu), relu);
    },
    RangeError,
    "layers[1]: expected a layer that stands nowhere else, got that of layers[0].layers[0]",
  ],
  [
    "a layer in two Sequentials",
    () => {
      const relu = new ReLU();
      return new Sequential(new Sequential(relu), new Sequential(new Sequential(relu)));
    },
    RangeError,
    "layers[1].layers[0].layers[0]: expected a layer that stands nowhere else, got that of layers[0].layers[0]",
  ],
  [
    "a half layer",
    () => new Sequential(any({ forward: relu })),
    TypeError,
    "layers[0]: expected a layer, with methods forward, backward, parameters, zeroGrad, got Object",
  ],
];

test.each(cases)("%s", (_, use, kind, message) => {
  let error;
  try {
    use();
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(Error);
  expect(/** @type {Error} */ (error).constructor).toBe(kind);
  expect(/** @type {Error} */ (error).message).toContain(message);
});

/** The outs of an op, filled with 9, and whether they still are. @param {Record<string, number[]>} shapes */
function outs(shapes) {
  const tensors = Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, full(shape, 9)]));
  return { out: any(tensors), untouched: () => Object.values(tensors).every(({ data }) => data.every((v) => v === 9)) };
}

const GRADIENTS = { dx: [2, 6], dweight: [6], dbias: [6] };
const FIRST_WRONG = { dx: [3, 6], dweight: [6], dbias: [6] };
const LAST_WRONG = { dx: [2, 6], dweight: [6], dbias: [5] };

describe("nothing is half-written", () => {
  test("out keeps its values when an argument is wrong", () => {
    const out = full([2, 6], 9);
    for (const wrong of [{ eps: -1 }, { weight: [1] }, { bias: [1] }, { correction: NaN }, { dim: 5 }]) {
      expect(() => normalize(x, { ...wrong, out })).toThrow();
    }
    const both = { mean: full([2], 9), variance: full([3], 9) };
    expect(() => moments(x, { dim: 1, out: both })).toThrow("out.variance: expected shape [2], got [3]");
    expect([...out.data, ...both.mean.data]).toEqual(Array(14).fill(9));
  });

  /** @type {[string, (options: any) => unknown][]} */
  const backward = [
    ["layerNormBackward", (options) => layerNormBackward(x, x, 6, options)],
    ["groupNormBackward", (options) => groupNormBackward(x, x, 2, options)],
    ["instanceNormBackward", (options) => instanceNormBackward(x, x, options)],
    ["batchNormBackward", (options) => batchNormBackward(x, x, { training: true, ...options })],
  ];
  test.each(backward)("%s", (_, call) => {
    for (const wrong of [{ eps: NaN }, { weight: [1] }, { other: 1 }]) {
      const { out, untouched } = outs(GRADIENTS);
      expect(() => call({ ...wrong, out })).toThrow();
      expect(untouched()).toBe(true);
    }
    for (const shapes of [FIRST_WRONG, LAST_WRONG]) {
      const { out, untouched } = outs(shapes);
      expect(() => call({ out })).toThrow(/^out.d(x|bias): expected shape/);
      expect(untouched()).toBe(true);
    }
  });

  test("the sum of x and residual", () => {
    const { out, untouched } = outs({ y: [2, 6], sum: [2, 5] });
    expect(() => addLayerNorm(x, x, 6, { out })).toThrow("out.sum: expected shape [2, 6], got [2, 5]");
    expect(() => addRmsNorm(x, x, 6, { out })).toThrow("out.sum: expected shape [2, 6], got [2, 5]");
    expect(untouched()).toBe(true);
  });

  test("running statistics, when out is wrong or training is impossible", () => {
    const { out: running, untouched } = outs({ runningMean: [6], runningVar: [6] });
    expect(() => batchNorm(x, { training: true, ...running, out: zeros([5]) })).toThrow("out: expected shape");
    expect(() => batchNorm(ones([1, 6]), { training: true, ...running })).toThrow("more than 1 value per channel");
    expect(() =>
      batchNorm(x, { training: true, ...running, out: { data: running.runningMean.data, shape: [2, 6] } }),
    ).toThrow();
    expect(untouched()).toBe(true);
  });
});

test("layers take no memory before everything is checked", () => {
  const fill = vi.spyOn(Float32Array.prototype, "fill");
  expect(() => new GroupNorm(3, 4)).toThrow(/^groups:/);
  expect(() => new BatchNorm(4, { momentum: NaN })).toThrow(/^momentum:/);
  expect(() => new BatchNorm(4, { trackRunningStats: any(1) })).toThrow(/^trackRunningStats:/);
  expect(fill).not.toHaveBeenCalled();
  fill.mockRestore();
});

describe.each([false, true])("aliasing, resident %s", (resident) => {
  const make = (/** @type {number[]} */ shape) => full(shape, 2, { resident });

  /** @param {import("../../web/api/index.js").Tensor} whole */
  const shifted = (whole) => ({ data: whole.data.subarray(1, 1 + 12), shape: [2, 6] });

  test("an output may not be a part of an input", () => {
    const large = make([14]),
      shared = shifted(large),
      part = { data: large.data.subarray(0, 12), shape: [2, 6] };
    const message = "out: expected the very memory of an input or none of it, got a part of it";
    const named = message.replace("out:", "out.dx:");
    expect(() => layerNorm(shared, 6, { out: part })).toThrow(message);
    expect(() => rmsNorm(x, 6, { weight: { data: large.data.subarray(6, 12), shape: [6] }, out: part })).toThrow(
      message,
    );
    // It begins where the output does, and is shorter.
    expect(() => rmsNorm(x, 6, { weight: { data: large.data.subarray(0, 6), shape: [6] }, out: part })).toThrow(
      message,
    );
    expect(() => relu(shared, { out: part })).toThrow(message);
    expect(() => linear(shared, ones([6, 6]), null, { out: part })).toThrow(message);
    const others = { dweight: make([6]), dbias: make([6]) };
    expect(() => layerNormBackward(shared, x, 6, { out: { dx: part, ...others } })).toThrow(named);
    expect(() => groupNormBackward(x, shared, 2, { out: { dx: part, ...others } })).toThrow(named);
    expect([...large.data]).toEqual(Array(14).fill(2));
  });

  test("two outputs may not share memory", () => {
    const y = make([2, 6]);
    const message = (/** @type {string} */ a, /** @type {string} */ b) =>
      `${a}: expected no memory of another output, got some of ${b}`;
    expect(() => addLayerNorm(x, x, 6, { out: { y, sum: y } })).toThrow(message("out.y", "out.sum"));
    const row = { data: y.data.subarray(0, 6), shape: [6] };
    expect(() => layerNormBackward(x, x, 6, { out: { dx: y, dweight: row, dbias: make([6]) } })).toThrow(
      message("out.dx", "out.dweight"),
    );
    expect(() => layerNormBackward(x, x, 6, { out: { dx: x, dweight: row, dbias: row } })).toThrow(
      message("out.dweight", "out.dbias"),
    );
    expect(() => batchNorm(x, { training: true, runningMean: row, runningVar: row })).toThrow(
      message("runningMean", "runningVar"),
    );
    expect(() => batchNorm(x, { training: true, runningVar: row, out: y })).toThrow(message("runningVar", "out"));
    expect([...y.data]).toEqual(Array(12).fill(2));
  });
});

describe("disposed tensors", () => {
  const gone = empty([2, 6], { resident: true }),
    goneChannels = empty([6], { resident: true });
  gone.dispose();
  goneChannels.dispose();
  const others = { dweight: zeros([6]), dbias: zeros([6]) };

  /** @type {[string, () => unknown, string][]} */
  const uses = [
    ["dy", () => layerNormBackward(gone, x, 6), "[2, 6]"],
    ["x", () => rmsNormBackward(x, gone, 6), "[2, 6]"],
    ["residual", () => addRmsNorm(x, gone, 6), "[2, 6]"],
    ["out", () => relu(x, { out: gone }), "[2, 6]"],
    ["values", () => tensor(gone), "[2, 6]"],
    ["out.dx", () => groupNormBackward(x, x, 2, { out: { dx: gone, ...others } }), "[2, 6]"],
    ["out.sum", () => addLayerNorm(x, x, 6, { out: { y: zeros([2, 6]), sum: gone } }), "[2, 6]"],
    ["weight", () => instanceNorm(image, { weight: goneChannels }), "[6]"],
    ["runningMean", () => batchNorm(x, { training: true, runningMean: goneChannels }), "[6]"],
    ["runningVar", () => batchNorm(x, { runningMean: ones([6]), runningVar: goneChannels }), "[6]"],
  ];
  test.each(uses)("%s", (name, use, shape) =>
    expect(use).toThrow(new Error(`${name}: expected a tensor in use, got one of shape ${shape} that was disposed`)),
  );

  test("x of a forward pass, when backward needs it", () => {
    const layer = new LayerNorm(6),
      kept = full([2, 6], 1, { resident: true });
    layer.forward(kept);
    kept.dispose();
    expect(() => layer.backward(x)).toThrow("x: expected a tensor in use, got one of shape [2, 6] that was disposed");
  });
});
