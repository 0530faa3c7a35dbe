/** A tensor with its dims in another order. */
import { checkOptions, shapeText, wrongType, wrongValue } from "../checks/arguments.js";
import { ln_permute } from "../kernel-text.js";
import { withKernels } from "../memory/wasm.js";
import { Operands, input, output } from "../operands/operands.js";
import { permuteElements } from "../operands/permuted.js";
import { run } from "../operands/staging.js";
import { asTensor } from "../tensor/as-tensor.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

const kernels = /* @__PURE__ */ withKernels(ln_permute);

const OPTIONS = ["out"];

/** What a scalar is to the kernel, which wants a dim. */
const ONE = [1],
  FIRST = [0];

/**
 * x with its dims in another order, as torch.permute, but a copy: dim d of the result is dim `dims[d]` of x. Of a
 * matrix `[1, 0]` is its transpose; heads come to the front by `permute(x.reshape([B, T, heads, D]), [0, 2, 1, 3])`.
 *
 * @param {Input} x of any shape
 * @param {readonly number[]} dims each dim of x once, negative ones from the end
 * @param {Out} [options] out: where the result goes (default: a new tensor)
 * @returns {Tensor}
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if dims are not all dims of x, each once; if out has another shape
 * @example
 * permute([[1, 2, 3], [4, 5, 6]], [1, 0]); // => tensor([[1., 4.], [2., 5.], [3., 6.]])
 */
export function permute(x, dims, options) {
  const { out } = checkOptions(options, OPTIONS);
  const source = asTensor(x, "x"),
    { _sizes: sizes, size } = source,
    order = checkOrder(dims, sizes);
  const all = new Operands(),
    from = input(all, source),
    y = output(
      all,
      out,
      order.map((d) => sizes[d]),
      size,
    );
  run(kernels, Math.min(size, 1), all, () =>
    permuteElements(y.pointer, from.pointer, sizes.length ? sizes : ONE, sizes.length ? order : FIRST),
  );
  return y.tensor;
}

/**
 * @param {unknown} dims
 * @param {readonly number[]} sizes of x
 * @returns {number[]} the dims, counted from the front
 */
function checkOrder(dims, sizes) {
  const rank = sizes.length;
  if (!Array.isArray(dims)) throw wrongType("dims", "an array of integers", dims);
  const order = Array.from(dims, (dim, i) => {
    if (typeof dim !== "number") throw wrongType(`dims[${i}]`, "an integer", dim); /* holes too */
    return dim < 0 ? dim + rank : dim;
  });
  if (order.length === rank && sizes.every((_, d) => order.includes(d))) return order;
  throw wrongValue("dims", `each of the ${rank} dims of x, of shape ${shapeText(sizes)}, once`, dims);
}
