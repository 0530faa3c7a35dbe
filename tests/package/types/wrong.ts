/** Uses that must not compile: types.test.js, in a project that has installed the package. */
import * as ln from "layernorm";
// @ts-expect-error: PyTorch's name, which JavaScript gives in camelCase
import { layer_norm } from "layernorm";
// @ts-expect-error: not a part of the API
import { asTensor } from "layernorm";
// @ts-expect-error: nor a path into the package
import { resultTensor } from "layernorm/web/api/tensor/tensor.js";
// @ts-expect-error: there is no default export
import layernorm from "layernorm";

const x = ln.tensor([
  [1, 2],
  [3, 4],
]);

// @ts-expect-error: text is no tensor
ln.mean("1 2 3");
// @ts-expect-error: nor are integers, which only tensor() converts
ln.layerNorm(new Int32Array(2), 2);
// @ts-expect-error: nor 64-bit integers
ln.tensor(new BigInt64Array(2));
// @ts-expect-error: nor an array of text
ln.tensor([["1", "2"]]);
// @ts-expect-error: nor a promise of one
ln.layerNorm(Promise.resolve(x), 2);
// @ts-expect-error: nor data without a shape
ln.layerNorm({ data: new Float32Array(2) }, 2);
// @ts-expect-error: a shape in text
ln.tensor([1, 2], "2");
// @ts-expect-error: a size that is not a list
ln.zeros(3);
// @ts-expect-error: the normalised shape is missing
ln.layerNorm(x);
// @ts-expect-error: the normalised shape in text
ln.layerNorm(x, "2");
// @ts-expect-error: weight and bias are options
ln.layerNorm(x, 2, [1, 1], [0, 0]);
// @ts-expect-error: NumPy's name for dim
ln.mean(x, { axis: 0 });
// @ts-expect-error: PyTorch's older name for correction
ln.variance(x, { unbiased: false });
// @ts-expect-error: a mean has no correction
ln.mean(x, { correction: 0 });
// @ts-expect-error: a dim by name
ln.mean(x, { dim: "rows" });
// @ts-expect-error: keepdim as a number
ln.mean(x, { keepdim: 1 });
// @ts-expect-error: eps in text
ln.layerNorm(x, 2, { eps: "1e-5" });
// @ts-expect-error: RMSNorm has no bias
ln.rmsNorm(x, 2, { bias: [0, 0] });
// @ts-expect-error: weightOffset as a tensor
ln.layerNorm(x, 2, { weightOffset: [1, 1] });
// @ts-expect-error: the statistics come only if asked for
ln.layerNorm(x, 2).rstd;
// @ts-expect-error: and then beside the result
ln.layerNorm(x, 2, { stats: true }).data;
// @ts-expect-error: nested numbers cannot be written to
ln.relu(x, { out: [0, 0] });
// @ts-expect-error: both results need a place
ln.addLayerNorm(x, x, 2, { out: { y: x } });
// @ts-expect-error: the residual is missing
ln.addRmsNorm(x, 2);
// @ts-expect-error: inference needs running statistics
ln.batchNorm(x);
// @ts-expect-error: so does it with options
ln.batchNorm(x, {});
// @ts-expect-error: running statistics are written to
ln.batchNorm(x, { training: true, runningMean: [0, 0], runningVar: [1, 1] });
// @ts-expect-error: how many groups?
ln.groupNorm(x);
// @ts-expect-error: a gradient of the bias where there is no bias
ln.rmsNormBackward(x, x, 2).dbias;
// @ts-expect-error: the shape cannot be changed
x.shape = [4];
// @ts-expect-error: nor one of its sizes
x.shape[0] = 4;
// @ts-expect-error: nor can the data be replaced
x.data = new Float32Array(4);
// @ts-expect-error: tensors are made by functions
new ln.Tensor();
// @ts-expect-error: PyTorch's method, a function here
x.mean();
// @ts-expect-error: how a tensor is kept is nobody's business
x._place;
// @ts-expect-error: both sizes
new ln.Linear(5);
// @ts-expect-error: PyTorch's spelling
new ln.LayerNorm(6, { elementwise_affine: false });
// @ts-expect-error: there may be no weight
new ln.LayerNorm(6).weight.data;
// @ts-expect-error: a layer's weight gives way to another tensor only
new ln.LayerNorm(6).weight = null;
// @ts-expect-error: a state has tensors, and no text
new ln.LayerNorm(6).loadState({ weight: "1 2 3" });
// @ts-expect-error: a function is no layer
new ln.Sequential(ln.relu);
// @ts-expect-error: a seed in text
ln.manualSeed("123");
// @ts-expect-error: an unknown option
ln.setPrintOptions({ digits: 2 });
// @ts-expect-error: memory in use depends on nothing
ln.memoryUsage(1);
// @ts-expect-error: bits, not numbers
ln.fromFloat16(new Float32Array(2));
// @ts-expect-error: bits are an array's, not a tensor's
ln.toFloat16(x).shape;
// @ts-expect-error: a result has no place in a Float16Array
ln.relu(x, { out: { data: ln.toFloat16(x), shape: [2] } });
// @ts-expect-error: one number
x.fill([1]);
// @ts-expect-error: a shape
x.reshape(6);
// @ts-expect-error: scikit-learn's spelling
new ln.StandardScaler({ with_mean: false });
// @ts-expect-error: statistics are doubles, and no tensor
new ln.StandardScaler().fit(x).mean.shape;
// @ts-expect-error: nor can they be replaced
new ln.StandardScaler().scale = new Float64Array(2);
// @ts-expect-error: text is parsed first
ln.StandardScaler.from("{}");
// @ts-expect-error: batch norm alone has statistics to freeze
new ln.GroupNorm(1, 2).freeze();
// @ts-expect-error: inference needs running statistics, said or not
ln.batchNorm(x, { training: false });
// @ts-expect-error: dx needs a place beside dweight
ln.normalizeBackward(x, x, { out: { dweight: x } });

export { asTensor, layer_norm, layernorm, resultTensor };
