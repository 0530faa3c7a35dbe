/** Files of safetensors: what the package's own reader finds in the header, and the numbers by slices. */
import { FIRST_BYTES, headerLength, parseHeader } from "../../../../api/safetensors/header.js";
import { listed } from "./tensors.js";
import { refuse, shortName } from "./unreadable.js";

/** Where the header begins. */
const LENGTH_BYTES = 8;
/** A model of a hundred thousand tensors has less. */
const LONGEST_HEADER = 2 ** 24;

/**
 * NumPy's names of the format's dtypes; the others are listed, and not read.
 * @type {Readonly<Record<string, string>>}
 */
const DTYPES = {
  BOOL: "bool",
  I8: "int8",
  I16: "int16",
  I32: "int32",
  I64: "int64",
  U8: "uint8",
  U16: "uint16",
  U32: "uint32",
  U64: "uint64",
  F16: "float16",
  BF16: "bfloat16",
  F32: "float32",
  F64: "float64",
};

/**
 * Whether a file may be one: behind the header's length comes a brace, or its name says so.
 * @param {Uint8Array} head
 * @param {string} name
 */
export const isSafetensors = (head, name) =>
  name.endsWith(".safetensors") || (head[LENGTH_BYTES] === "{".charCodeAt(0) && head.subarray(4, 8).every((b) => !b));

/**
 * @param {Blob} file
 * @returns {Promise<import("./tensors.js").Listed[]>}
 */
export async function openSafetensors(file) {
  const bytes = async (/** @type {number} */ from, /** @type {number} */ to) =>
    new Uint8Array(await file.slice(from, to).arrayBuffer());
  try {
    const length = headerLength(await bytes(0, FIRST_BYTES), file.size);
    if (length > LONGEST_HEADER) refuse(`Expected a header of at most ${LONGEST_HEADER} bytes, got ${length}.`);
    const { entries } = parseHeader(await bytes(LENGTH_BYTES, LENGTH_BYTES + length), file.size);
    if (entries.size === 0) refuse("Expected tensors, and the safetensors file has none.");
    return Array.from(entries, ([name, { dtype, shape, begin }]) => {
      const known = Object.hasOwn(DTYPES, dtype) ? DTYPES[dtype] : undefined;
      return listed(name, {
        bytes: async () => file,
        start: begin,
        dtype: known ?? shortName(dtype),
        isRead: known !== undefined,
        isLittle: true,
        isFortran: false,
        shape,
      });
    });
  } catch (error) {
    if (error instanceof RangeError)
      refuse(`As a safetensors file it is malformed: ${error.message.replace("safetensors: ", "")}.`);
    throw error;
  }
}
