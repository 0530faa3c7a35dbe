/**
 * As much of WebAssembly's binary format as build.sh and the page's build need: sections, functions' names and bodies.
 */

/**
 * The ids of sections (WebAssembly Core Specification 2.0, 5.5.2), and of the names of functions within CUSTOM's
 * "name".
 */
export const CUSTOM = 0,
  EXPORTS = 7,
  CODE = 10;
const FUNCTION_NAMES = 1;

/** The magic number and the version, in front of the sections. */
export const HEAD_BYTES = 8;

/** Reads on and on. */
class Reader {
  /** @param {Uint8Array} bytes @param {number} [at] */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get isDone() {
    return this.at >= this.bytes.length;
  }

  /** An unsigned LEB128 number. */
  number() {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** @param {number} count */
  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  text() {
    return Buffer.from(this.take(this.number())).toString();
  }
}

/** @param {number} value @returns {number[]} as unsigned LEB128 */
export const leb128 = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb128(value >>> 7)]);

/**
 * @param {Uint8Array} module
 * @returns {{ id: number, content: Uint8Array }[]}
 */
export function sections(module) {
  const found = [];
  for (const reader = new Reader(module, HEAD_BYTES); !reader.isDone; ) {
    const id = reader.number();
    found.push({ id, content: reader.take(reader.number()) });
  }
  return found;
}

/**
 * @param {Uint8Array} module that imports no function
 * @returns {string[]} the names of its functions, in the order of their bodies
 */
export function functionNames(module) {
  const names = [];
  for (const { id, content } of sections(module)) {
    const reader = new Reader(content);
    if (id !== CUSTOM || reader.text() !== "name") continue;
    while (!reader.isDone) {
      const kind = reader.number(),
        map = new Reader(reader.take(reader.number()));
      if (kind !== FUNCTION_NAMES) continue;
      for (let left = map.number(); left > 0; left--) names[map.number()] = map.text();
    }
  }
  return names;
}

/**
 * @param {Uint8Array} code the content of the section
 * @returns {Uint8Array[]} the functions, each behind its size
 */
export function functionBodies(code) {
  const reader = new Reader(code);
  return Array.from({ length: reader.number() }, () => {
    const start = reader.at;
    reader.take(reader.number());
    return code.subarray(start, reader.at);
  });
}

/**
 * @param {Uint8Array} exports the content of the section
 * @returns {{ name: string, bytes: Uint8Array }[]} each with all of its bytes
 */
export function exportEntries(exports) {
  const reader = new Reader(exports);
  return Array.from({ length: reader.number() }, () => {
    const start = reader.at,
      name = reader.text();
    reader.take(1); // its kind
    reader.number(); // its index
    return { name, bytes: exports.subarray(start, reader.at) };
  });
}

/** @typedef {{ id: number, content: Uint8Array | readonly number[] }} Section */

/** @param {Section} section @returns {number[]} its bytes */
export const bytesOf = ({ id, content }) => [id, ...leb128(content.length), ...content];

/**
 * @param {Uint8Array} module whose magic number and version begin it
 * @param {readonly Section[]} all of its sections
 */
export const withSections = (module, all) =>
  new Uint8Array([...module.subarray(0, HEAD_BYTES), ...all.flatMap(bytesOf)]);
