/** @import { Operands } from "./operands.js" */
/** @import { Input, Target } from "../tensor/as-tensor.js" */
/** @import { Tensor } from "../tensor/tensor.js" */
/**
 * The gradients of sum(y * dy), where y is f(gate) * up.
 * @typedef {object} GatedGradients
 * @property {Tensor} dgate of gate's shape
 * @property {Tensor} dup of the same shape
 */
/**
 * @typedef {object} GatedOut
 * @property {{ dgate: Target, dup: Target }} [out] both are written and returned: of gate's shape; each may be dy, gate
 *   or up itself, but not both the same (default: new tensors)
 */
/**
 * @param {Operands} all
 * @param {Input} gate
 * @param {Input} up
 * @param {unknown} out
 */
export function gatedOperands(all: Operands, gate: Input, up: Input, out: unknown): {
    y: import("./operands.js").Result;
    gate: import("./operands.js").Operand;
    up: import("./operands.js").Operand;
};
/**
 * @param {Operands} all
 * @param {Input} gradient dy
 * @param {Input} gate
 * @param {Input} up
 * @param {unknown} out
 */
export function gatedGradients(all: Operands, gradient: Input, gate: Input, up: Input, out: unknown): {
    dgate: import("./operands.js").Result;
    dup: import("./operands.js").Result;
    dy: import("./operands.js").Operand;
    gate: import("./operands.js").Operand;
    up: import("./operands.js").Operand;
};
/**
 * The gradients of sum(y * dy), where y is f(gate) * up.
 */
export type GatedGradients = {
    /**
     * of gate's shape
     */
    dgate: Tensor;
    /**
     * of the same shape
     */
    dup: Tensor;
};
export type GatedOut = {
    /**
     * both are written and returned: of gate's shape; each may be dy, gate
     * or up itself, but not both the same (default: new tensors)
     */
    out?: {
        dgate: Target;
        dup: Target;
    } | undefined;
};
import type { Operands } from "./operands.js";
import type { Input } from "../tensor/as-tensor.js";
import type { Tensor } from "../tensor/tensor.js";
import type { Target } from "../tensor/as-tensor.js";
