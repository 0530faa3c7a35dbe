export { readSafetensors } from "./safetensors/read.js";
export { openSafetensors } from "./safetensors/open.js";
export { writeSafetensors } from "./safetensors/write.js";
export type SafetensorsFile = import("./safetensors/open.js").SafetensorsFile;
export type SafetensorsSource = import("./safetensors/open.js").SafetensorsSource;
export type SafetensorsReadOptions = import("./safetensors/open.js").SafetensorsReadOptions;
export type SafetensorsWriteOptions = import("./safetensors/write.js").SafetensorsWriteOptions;
export type SafetensorsDtype = import("./safetensors/write.js").SafetensorsDtype;
export type SafetensorsBytes = import("./safetensors/write.js").SafetensorsBytes;
