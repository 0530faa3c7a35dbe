/**
 * Writes a state into tensors. All is checked before anything is written, and of the state nothing is read but what is
 * to be written: a file may have more than memory has room for.
 * @param {Readonly<Record<string, Tensor>>} own the layer's tensors by name
 * @param {unknown} state
 * @param {LoadOptions | undefined} options
 * @returns {Loaded}
 */
export function loadInto(own: Readonly<Record<string, Tensor>>, state: unknown, options: LoadOptions | undefined): Loaded;
export type Write = {
    /**
     * the target's
     */
    name: string;
    source: Tensor;
    target: Tensor;
    /**
     * whether the source is a matrix that lies on its side
     */
    isTurned: boolean;
};
export type LoadOptions = {
    /**
     * whether the names must be those of state(), none missing and none more (default true)
     */
    strict?: boolean | undefined;
    /**
     * only names that begin with it count, and without it (default "": all)
     */
    prefix?: string | undefined;
    /**
     * gives a name, which has no prefix any more, as the layer has it;
     * null: the entry does not count (default: as it is)
     */
    rename?: ((name: string) => string | null) | undefined;
    /**
     * which matrices are stored the other way
     * round, [inputs, outputs], square ones too, as those of GPT-2's Conv1D: their names, as rename is given them, or
     * what tells whether the matrix of a name is (default: none)
     */
    transpose?: readonly string[] | ((name: string) => boolean) | undefined;
};
/**
 * What loadState() did not load.
 */
export type Loaded = {
    /**
     * the layer's names that the state has not
     */
    missing: string[];
    /**
     * names of the state, without prefix and renamed, that the layer has not
     */
    unexpected: string[];
};
/**
 * An entry of a state.
 */
export type Entry = {
    /**
     * its name in the state
     */
    key: string;
    /**
     * without the prefix
     */
    name: string;
};
import type { Tensor } from "../tensor/tensor.js";
