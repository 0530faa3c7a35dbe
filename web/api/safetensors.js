/**
 * Safetensors files: `import { readSafetensors } from "layernorm/safetensors"`. Eight bytes with the length of a
 * header, the header in JSON, and the elements of the tensors, side by side.
 *
 * What is not as the format's own description says (https://github.com/huggingface/safetensors, "Format") is refused,
 * all of it before a tensor is made: a RangeError that begins with "safetensors:" and says where and what.
 *
 * @module
 */

/** @typedef {import("./safetensors/open.js").SafetensorsFile} SafetensorsFile */
/** @typedef {import("./safetensors/open.js").SafetensorsSource} SafetensorsSource */
/** @typedef {import("./safetensors/open.js").SafetensorsReadOptions} SafetensorsReadOptions */
/** @typedef {import("./safetensors/write.js").SafetensorsWriteOptions} SafetensorsWriteOptions */
/** @typedef {import("./safetensors/write.js").SafetensorsDtype} SafetensorsDtype */
/** @typedef {import("./safetensors/write.js").SafetensorsBytes} SafetensorsBytes */

export { readSafetensors } from "./safetensors/read.js";
export { openSafetensors } from "./safetensors/open.js";
export { writeSafetensors } from "./safetensors/write.js";
