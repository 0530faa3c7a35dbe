/**
 * Writes safetensors files byte by byte, as https://github.com/huggingface/safetensors describes them, right or wrong.
 */

/** @typedef {{ dtype: string, shape: number[], data_offsets: number[] }} Entry */

/** Eight bytes, little endian. @param {number | bigint} length */
export function lengthBytes(length) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  return bytes;
}

/** @param {...Uint8Array} parts */
export function joined(...parts) {
  const result = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/**
 * A file of a header, right or wrong.
 * @param {unknown} header an object, or text
 * @param {Uint8Array | number} [data] what stands behind it, or how many zeros
 */
export function fileOf(header, data = 0) {
  const text = typeof header === "string" ? header : JSON.stringify(header),
    bytes = new TextEncoder().encode(text);
  return joined(lengthBytes(bytes.length), bytes, typeof data === "number" ? new Uint8Array(data) : data);
}

/** The bytes of numbers, little endian, by dtype. @type {Record<string, (value: any) => Uint8Array>} */
const WRITE = {
  F64: (value) => new Uint8Array(Float64Array.of(value).buffer),
  F32: (value) => new Uint8Array(Float32Array.of(value).buffer),
  F16: (bits) => new Uint8Array(Uint16Array.of(bits).buffer),
  BF16: (bits) => new Uint8Array(Uint16Array.of(bits).buffer),
  I64: (value) => new Uint8Array(BigInt64Array.of(BigInt(value)).buffer),
  U8: (value) => Uint8Array.of(value),
};

/**
 * A file of tensors, one behind the other.
 * @param {Record<string, { dtype: string, shape: number[], values: number[] }>} tensors values: of F16 and BF16 the
 *   bits
 * @param {{ metadata?: Record<string, string>, padding?: string, reversed?: boolean }} [options] reversed: the header
 *   names them in the opposite order
 */
export function written(tensors, { metadata, padding = "", reversed = false } = {}) {
  /** @type {[string, unknown][]} */
  const entries = [],
    /** @type {Uint8Array[]} */
    parts = [];
  let at = 0;
  for (const [name, { dtype, shape, values }] of Object.entries(tensors)) {
    const data = joined(...values.map(WRITE[dtype]));
    entries.push([name, { dtype, shape, data_offsets: [at, at + data.length] }]);
    parts.push(data);
    at += data.length;
  }
  if (metadata) entries.push(["__metadata__", metadata]);
  if (reversed) entries.reverse();
  const fields = entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return fileOf(`{${fields.join(",")}}${padding}`, joined(...parts));
}
