/**
 * How tensors print from now on, as torch.set_printoptions. Merged into the current options: `{}` changes nothing, and
 * unlike PyTorch's a call that does not mention sciMode keeps it.
 *
 * @param {PrintOptions | "default"} options at first precision 4, threshold 1000, edgeitems 3, linewidth 80, sciMode
 *   undefined; "default" restores those, which are PyTorch's
 * @returns {void}
 * @throws {TypeError} if an option is unknown or of the wrong type
 * @throws {RangeError} if a number is not an integer, or too small or too large; then nothing has changed
 * @example
 * setPrintOptions({ precision: 2 });
 * tensor([1 / 3, 100]); // => tensor([0.33, 100.00])
 * setPrintOptions("default");
 * tensor([1 / 3, 100]); // => tensor([0.3333, 100.0000])
 */
export function setPrintOptions(options: PrintOptions | "default"): void;
/**
 * @param {Float32Array} data row-major
 * @param {readonly number[]} shape
 * @returns {string} e.g. "tensor([[0.1324],\n        [0.2170]])"
 */
export function formatTensor(data: Float32Array, shape: readonly number[]): string;
/**
 * A double as Python's repr writes it: the shortest digits that read back as it, e.g. 1e-05, 0.1, 5.0.
 * @param {number} value
 * @returns {string}
 */
export function formatFloat(value: number): string;
export type PrintOptions = {
    /**
     * digits after the point, 0 to 100 (default 4)
     */
    precision?: number | undefined;
    /**
     * tensors of more elements are summarized; may be Infinity (default 1000)
     */
    threshold?: number | undefined;
    /**
     * items that a summary keeps at either end of a dim (default 3)
     */
    edgeitems?: number | undefined;
    /**
     * characters a line, at most (default 80)
     */
    linewidth?: number | undefined;
    /**
     * scientific notation; undefined: as the elements ask (default)
     */
    sciMode?: boolean | undefined;
};
export type Current = Required<Omit<PrintOptions, "sciMode">> & Pick<PrintOptions, "sciMode">;
