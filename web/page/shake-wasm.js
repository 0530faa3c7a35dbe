/**
 * Tree-shaking for a WebAssembly module: what no root reaches loses its body. All indices stay as they are, so
 * nothing else of the module has to be written anew.
 * https://webassembly.github.io/spec/core/binary/
 */

const SECTION = { import: 2, function: 3, export: 7, elements: 9, code: 10 };
const FUNCTION = 0;
/** No locals, `unreachable`, `end`. */
const TRAP = Uint8Array.of(0, 0x00, 0x0b);

/** @param {Uint8Array} bytes */
function reader(bytes, at = 0) {
  const byte = () => bytes[at++];
  /** LEB128, unsigned; a signed one is as long. */
  const number = () => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const next = byte();
      value += (next & 127) * scale;
      if (next < 128) return value;
    }
  };
  const take = (/** @type {number} */ length) => bytes.subarray(at, (at += length));
  return {
    byte,
    number,
    take,
    name: () => new TextDecoder().decode(take(number())),
    /** @template T @param {() => T} item */
    list: (item) => Array.from({ length: number() }, item),
    done: () => at >= bytes.length,
  };
}

/** @typedef {ReturnType<typeof reader>} Reader */

/** @param {number} value */
function leb128(value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) + 128);
  return [...bytes, value];
}

/** @param {Uint8Array} bytes @returns {{ id: number, content: Uint8Array }[]} */
function sectionsOf(bytes) {
  const read = reader(bytes, 8);
  const sections = [];
  while (!read.done()) sections.push({ id: read.byte(), content: read.take(read.number()) });
  return sections;
}

/** How many functions are imported: they have the first indices. @param {Reader} read */
function importedFunctions(read) {
  const kinds = read.list(() => {
    read.name();
    read.name();
    const kind = read.byte();
    if (kind !== FUNCTION) throw new Error(`an import of kind ${kind}: only functions are expected`);
    read.number();
    return kind;
  });
  return kinds.length;
}

/** @param {Reader} read */
const exportsOf = (read) => read.list(() => ({ name: read.name(), kind: read.byte(), index: read.number() }));

/** The functions that tables hold. @param {Reader} read */
const inTables = (read) =>
  read
    .list(() => {
      const [flags, opcode] = [read.number(), read.byte()];
      if (flags !== 0 || opcode !== 0x41) throw new Error("elements of a kind that is not expected");
      read.number();
      read.byte();
      return read.list(read.number);
    })
    .flat();

/**
 * What a function calls: functions by their index, and those in tables by their type.
 * @param {Uint8Array} body
 */
function calledIn(body) {
  const read = reader(body);
  const called = { functions: /** @type {number[]} */ ([]), types: /** @type {number[]} */ ([]) };
  read.list(() => [read.number(), read.byte()]);
  while (!read.done()) {
    const opcode = read.byte();
    if (opcode === 0x10) called.functions.push(read.number());
    else if (opcode === 0x11) {
      called.types.push(read.number());
      read.number(); // the table
    } else skipOperands(opcode, read);
  }
  return called;
}

/** @param {number} opcode @param {Reader} read */
function skipOperands(opcode, read) {
  const numbers = (/** @type {number} */ count) => {
    for (let i = 0; i < count; i++) read.number();
  };
  if (opcode === 0xfc) skipBulk(read.number(), numbers);
  else if (opcode === 0xfd) skipVector(read.number(), read, numbers);
  else if (opcode === 0x0e)
    numbers(read.number() + 1); // br_table
  else if (opcode >= 0x28 && opcode <= 0x3e)
    numbers(2); // loads and stores
  else if (opcode === 0x43)
    read.take(4); // f32.const
  else if (opcode === 0x44)
    read.take(8); // f64.const
  else if (ONE_NUMBER.has(opcode)) numbers(1);
  else if (opcode > 0xc4 || (opcode > 0x11 && opcode < 0x1a) || opcode === 0x1c) {
    throw new Error(`instruction 0x${opcode.toString(16)} is not expected`);
  }
}

/** block, loop, if; br, br_if; local.get to global.set; memory.size and .grow; i32.const, i64.const. */
const ONE_NUMBER = new Set([2, 3, 4, 0x0c, 0x0d, 0x20, 0x21, 0x22, 0x23, 0x24, 0x3f, 0x40, 0x41, 0x42]);

/** @param {number} opcode @param {(count: number) => void} skipNumbers */
function skipBulk(opcode, skipNumbers) {
  // Saturating conversions; memory.init, data.drop, memory.copy, memory.fill.
  const operands = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1][opcode];
  if (operands === undefined) throw new Error(`instruction 0xfc ${opcode} is not expected`);
  skipNumbers(operands);
}

/** @param {number} opcode @param {Reader} read @param {(count: number) => void} skipNumbers */
function skipVector(opcode, read, skipNumbers) {
  if (opcode <= 11 || opcode === 92 || opcode === 93)
    skipNumbers(2); // loads and stores
  else if (opcode <= 13)
    read.take(16); // v128.const, i8x16.shuffle
  else if (opcode >= 21 && opcode <= 34)
    read.byte(); // lanes
  else if (opcode >= 84 && opcode <= 91) {
    skipNumbers(2); // loads and stores of a lane
    read.byte();
  }
}

/**
 * Those functions that can be reached.
 * @param {readonly number[]} roots
 * @param {readonly { index: number, type: number }[]} tabled  what tables hold
 * @param {(index: number) => Uint8Array | undefined} bodyOf
 */
function reachable(roots, tabled, bodyOf) {
  const reached = new Set(roots);
  // A set's iteration comes to what is added meanwhile.
  for (const index of reached) {
    const { functions, types } = calledIn(bodyOf(index) ?? TRAP);
    const indirectly = tabled.filter(({ type }) => types.includes(type)).map(({ index }) => index);
    for (const callee of [...functions, ...indirectly]) reached.add(callee);
  }
  return reached;
}

/**
 * @param {Uint8Array} bytes of a module
 * @param {(name: string) => boolean} isUsed  whether an exported function is
 * @returns {Uint8Array<ArrayBuffer>} the module, in which the functions that are not used trap
 */
export function shakeWasm(bytes, isUsed) {
  const sections = sectionsOf(bytes);
  const read = (/** @type {number} */ id) =>
    reader(sections.find((section) => section.id === id)?.content ?? Uint8Array.of(0));
  const imported = importedFunctions(read(SECTION.import));
  const functions = read(SECTION.function);
  const types = functions.list(functions.number);
  const code = read(SECTION.code);
  const bodies = code.list(() => code.take(code.number()));
  const roots = exportsOf(read(SECTION.export)).filter(({ kind, name }) => kind === FUNCTION && isUsed(name));
  const reached = reachable(
    roots.map(({ index }) => index),
    inTables(read(SECTION.elements)).map((index) => ({ index, type: types[index - imported] })),
    (index) => bodies[index - imported],
  );
  const kept = bodies.map((body, i) => (reached.has(imported + i) ? body : TRAP));
  const written = sections.map(({ id, content }) => {
    const now = id === SECTION.code ? joined([leb128(kept.length), ...kept.map(sized)]) : content;
    return joined([[id], sized(now)]);
  });
  return joined([bytes.subarray(0, 8), ...written]);
}

/** @param {ArrayLike<number>} content */
const sized = (content) => joined([leb128(content.length), content]);

/** @param {readonly ArrayLike<number>[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
