/** Products of matrices: forward and backward. */
import { checkBoolean, checkOptions, elementCount, sameShape, shapeText, wrongValue } from "../checks/arguments.js";
import { ln_linear, ln_matmul } from "../kernel-text.js";
import { LN_MATMUL_SCRATCH_MORE, LN_MATMUL_SCRATCH_PER_TERM } from "../kernels.js";
import { withKernels } from "../memory/wasm.js";
import { Operands, WHOLE, input, output, outs, scratch } from "../operands/operands.js";
import { permuteElements } from "../operands/permuted.js";
import { run } from "../operands/staging.js";
import { asTensor, asTensorOfShape } from "../tensor/as-tensor.js";

/** @import { Out } from "../operands/forward.js" */
/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */

const kernels = /* @__PURE__ */ withKernels(ln_matmul, ln_linear);

/**
 * @typedef {object} MatmulOptions
 * @property {boolean} [transposed] whether b is [..., N, K], as linear's weight is (default false)
 */

/**
 * Where {@link matmulBackward} writes its gradients.
 * @typedef {object} MatmulTargets
 * @property {Target} da of a's shape
 * @property {Target} db of b's shape
 */

const OPTIONS = ["transposed", "out"];

/**
 * Two operands as matrices: `batch` of [rows, inner] and of [inner, columns]. A b of two dims is one matrix, and a then
 * is one, too, of all its rows.
 * @typedef {object} Matrices
 * @property {Tensor} left
 * @property {Tensor} right
 * @property {boolean} transposed
 * @property {number} batch
 * @property {number} rows
 * @property {number} inner
 * @property {number} columns
 * @property {number[]} shape of the product
 */

/**
 * @param {Input} a
 * @param {Input} b
 * @param {unknown} transposed
 * @returns {Matrices}
 */
function matricesOf(a, b, transposed) {
  const isTransposed = checkBoolean(transposed, "transposed"),
    left = asTensor(a, "a"),
    right = asTensor(b, "b"),
    { _sizes: of } = left,
    { _sizes: by } = right,
    leading = by.slice(0, -2);
  if (by.length < 2) throw wrongValue("b", isTransposed ? "shape [..., N, K]" : "shape [..., K, N]", by);
  const last = by.slice(-2),
    [inner, columns] = isTransposed ? last.toReversed() : last;
  if (of[of.length - 1] !== inner) throw wrongInner(of, by, inner, columns);
  if (leading.length === 0) {
    const rows = elementCount(of.slice(0, -1));
    return {
      left,
      right,
      transposed: isTransposed,
      batch: 1,
      rows,
      inner,
      columns,
      shape: [...of.slice(0, -1), columns],
    };
  }
  if (!sameShape(leading, of.slice(0, -2)))
    throw wrongValue("b", `the leading dims of a, ${shapeText(of)}, before its last two, or none`, by);
  const rows = of[of.length - 2],
    shape = [...leading, rows, columns];
  return { left, right, transposed: isTransposed, batch: elementCount(leading), rows, inner, columns, shape };
}

/**
 * @param {readonly number[]} of a's shape
 * @param {readonly number[]} by b's
 * @param {number} inner
 * @param {number} columns
 */
function wrongInner(of, by, inner, columns) {
  const hint = of[of.length - 1] === columns ? " (b's other dim fits: see transposed)" : "";
  return wrongValue("a", `a last dim of ${inner}, as b, ${shapeText(by)}, has K`, shapeText(of) + hint);
}

/**
 * Room for ln_matmul.
 * @param {Operands} all
 * @param {number} inner
 */
const room = (all, inner) => scratch(all, LN_MATMUL_SCRATCH_PER_TERM * inner + LN_MATMUL_SCRATCH_MORE);

/**
 * The product of two matrices, as torch.matmul, or of as many as the leading dims say.
 *
 *     [..., M, K] x [..., K, N] = [..., M, N]
 *
 * Every element is within 1e-6 of the sum of the magnitudes of its products; its bits depend on nothing but its row of
 * a and its column of b, and are those of {@link linear}.
 *
 * @param {Input} a [..., M, K]
 * @param {Input} b [..., K, N], with the leading dims of a or with none; transposed: [..., N, K]
 * @param {MatmulOptions & Out} [options] transposed: whether b is [..., N, K], as linear's weight (default false); out:
 *   where y goes (default: a new tensor)
 * @returns {Tensor} [..., M, N]
 * @throws {TypeError} if an argument or option has a wrong type, or an option is unknown
 * @throws {RangeError} if the shapes do not fit
 * @example
 * matmul([[1, 2]], [[3, 4], [5, 6]]); // => tensor([[13., 16.]])
 * matmul([[1, 2]], [[3, 4], [5, 6]], { transposed: true }); // => tensor([[11., 17.]])
 */
export function matmul(a, b, options) {
  const { transposed, out } = checkOptions(options, OPTIONS),
    m = matricesOf(a, b, transposed),
    { batch, rows, inner, columns } = m,
    isOne = m.right._sizes.length === 2; /* then its pieces are rows, otherwise matrices */
  const all = new Operands(),
    x = input(all, m.left, isOne ? inner : rows * inner),
    z = input(all, m.right, isOne ? WHOLE : inner * columns),
    y = output(all, out, m.shape, isOne ? columns : rows * columns),
    space = m.transposed ? null : room(all, inner);
  run(kernels, y.size && (isOne ? rows : batch), all, (wasm, count) => {
    const [matrices, height] = isOne ? [1, count] : [count, rows];
    for (let i = 0; i < matrices; i++) {
      const to = y.pointer + 4 * i * height * columns,
        from = x.pointer + 4 * i * height * inner,
        by = z.pointer + 4 * i * inner * columns;
      if (space) wasm.ln_matmul(to, space.pointer, from, by, height, inner, columns);
      else wasm.ln_linear(to, from, by, 0, height, inner, columns);
    }
  });
  return y.tensor;
}

const TARGETS = /** @type {const} */ (["da", "db"]);

/**
 * The gradients of {@link matmul}: `da = dy b^T`, `db = a^T dy`; where b has no leading dims, db is summed over those
 * of a. They are as near to the exact ones as its output: each is such a product.
 *
 * @param {Input} dy the gradient of y, [..., M, N]
 * @param {Input} a what the forward pass was given, [..., M, K]
 * @param {Input} b the same, [..., K, N]; transposed: [..., N, K]
 * @param {MatmulOptions & { out?: MatmulTargets }} [options] transposed: as in the forward pass (default false); out:
 *   where the gradients go (default: new tensors)
 * @returns {{ da: Tensor, db: Tensor }} of the shapes of a and b
 * @throws {TypeError} as {@link matmul}
 * @throws {RangeError} as {@link matmul}, or if dy is not of y's shape, or a gradient's target not of its own
 * @example
 * const { da, db } = matmulBackward([[1, 0]], [[1, 2]], [[3, 4], [5, 6]]);
 * da; // => tensor([[3., 5.]])
 * db; // => tensor([[1., 0.], [2., 0.]])
 */
export function matmulBackward(dy, a, b, options) {
  const { transposed, out } = checkOptions(options, OPTIONS),
    m = matricesOf(a, b, transposed),
    { batch, rows, inner, columns } = m,
    given = outs(out, TARGETS);
  const all = new Operands(),
    gradient = input(all, asTensorOfShape(dy, "dy", m.shape), rows * columns),
    x = input(all, m.left, rows * inner),
    z = input(all, m.right, inner * columns),
    da = output(all, given.da, m.left._sizes, rows * inner, null, "out.da"),
    db = output(all, given.db, m.right._sizes, inner * columns, null, "out.db"),
    turned = scratch(all, rows * (m.transposed ? columns : inner)),
    space = room(all, m.transposed ? Math.max(rows, columns) : rows);
  run(kernels, batch, all, (wasm, count) => {
    for (let i = 0; i < count; i++) {
      const [d, u, v] = [gradient, x, z].map(({ pointer, step }) => pointer + 4 * i * step),
        [du, dv] = [da, db].map(({ pointer, step }) => pointer + 4 * i * step),
        { pointer: t } = turned;
      if (m.transposed) {
        permuteElements(t, d, [rows, columns], TURNED); /* first: it may find no memory */
        wasm.ln_matmul(du, space.pointer, d, v, rows, columns, inner);
        wasm.ln_matmul(dv, space.pointer, t, u, columns, rows, inner);
      } else {
        permuteElements(t, u, [rows, inner], TURNED);
        wasm.ln_linear(du, d, v, 0, rows, columns, inner);
        wasm.ln_matmul(dv, space.pointer, t, d, inner, rows, columns);
      }
    }
  });
  return { da: da.tensor, db: db.tensor };
}

const TURNED = [1, 0];
