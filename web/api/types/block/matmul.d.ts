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
export function matmul(a: Input, b: Input, options?: MatmulOptions & Out): Tensor;
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
export function matmulBackward(dy: Input, a: Input, b: Input, options?: MatmulOptions & {
    out?: MatmulTargets;
}): {
    da: Tensor;
    db: Tensor;
};
/**
 * Two operands as matrices: `batch` of [rows, inner] and of [inner, columns]. A b of two dims is one matrix, and a then
 * is one, too, of all its rows.
 */
export type Matrices = {
    left: Tensor;
    right: Tensor;
    transposed: boolean;
    batch: number;
    rows: number;
    inner: number;
    columns: number;
    /**
     * of the product
     */
    shape: number[];
};
export type MatmulOptions = {
    /**
     * whether b is [..., N, K], as linear's weight is (default false)
     */
    transposed?: boolean | undefined;
};
/**
 * Where {@link matmulBackward} writes its gradients.
 */
export type MatmulTargets = {
    /**
     * of a's shape
     */
    da: Target;
    /**
     * of b's shape
     */
    db: Target;
};
import type { Input } from "../tensor/as-tensor.js";
import type { Out } from "../operands/forward.js";
import type { Tensor } from "../tensor/tensor.js";
import type { Target } from "../tensor/as-tensor.js";
