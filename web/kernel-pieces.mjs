/** Which functions of the module each kernel needs, and so which pieces its text is parted into. */

/**
 * Functions that the same kernels reach.
 * @typedef {object} Piece
 * @property {string} name a kernel's, or with_ and the first function's
 * @property {number[]} functions by their indices in the module
 * @property {readonly string[]} users the kernels
 * @property {Piece[]} more what each of these kernels reaches besides, but for what that implies in turn
 */

/**
 * The functions of the module.
 * @typedef {object} Parts
 * @property {number[]} base what every module has: what the allocator reaches, what most kernels do, and what none does
 * @property {Piece[]} pieces each behind those that it names
 * @property {[string, string][]} aliases kernels that are in the piece of another, each with that one
 */

/**
 * The types of a function's parameters and results, as wasm-dis writes them of a type and of a function.
 * @param {string} text
 */
const signature = (text) =>
  ["param", "result"]
    .map((kind) => Array.from(text.matchAll(new RegExp(`\\(${kind} ([^)]*)\\)`, "g")), ([, list]) => list).join(" "))
    .map((list) => list.replace(/\$\S+ /g, ""))
    .join(" -> ");

/**
 * What matches a pattern's only group.
 * @param {string} text
 * @param {RegExp} pattern
 */
const all = (text, pattern) => Array.from(text.matchAll(pattern), ([, group]) => group);

/**
 * Which functions each function may call, by their names. Through a pointer it may call every function whose type is
 * the one that it calls and whose address is in the table.
 * @param {string} listing of the module, by wasm-dis
 * @returns {Map<string, string[]>}
 */
function callsOf(listing) {
  const bodies = listing.split(/^ \(func \$/m).slice(1),
    names = bodies.map((body) => all(body, /^([^\s()]+)/g)[0]),
    signatures = new Map(bodies.map((body, i) => [names[i], signature(body.split("\n", 1)[0])])),
    types = new Map(Array.from(listing.matchAll(/^ \(type \$(\S+) (.*)$/gm), ([, name, type]) => [name, type]));
  const table = all(listing, /^ \(elem (.*)$/gm).flatMap((line) => all(line, /\$([^\s()]+)/g));
  return new Map(
    bodies.map((body, i) => {
      const called = all(body, /\((?:return_)?call \$([^\s()]+)/g),
        pointers = all(body, /call_indirect [^\n]*\(type \$([^\s()]+)\)/g).map((type) =>
          signature(types.get(type) ?? ""),
        );
      return [names[i], [...called, ...table.filter((name) => pointers.includes(signatures.get(name) ?? "none"))]];
    }),
  );
}

/**
 * @param {string} name of a function
 * @param {Map<string, string[]>} calls
 * @param {Set<string>} [found]  that function, those it may call, and those that they may call, are added
 */
function reached(name, calls, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const called of calls.get(name) ?? []) reached(called, calls, found);
  return found;
}

/**
 * Names for each piece what it implies: a piece with more users, among them all of its own.
 * @param {readonly Piece[]} pieces
 */
function connect(pieces) {
  for (const piece of pieces) {
    const implied = pieces.filter(
      (other) => other !== piece && piece.users.every((user) => other.users.includes(user)),
    );
    const isIndirect = (/** @type {Piece} */ { users }) =>
      implied.some((other) => other.users.length < users.length && other.users.every((user) => users.includes(user)));
    piece.more.push(...implied.filter((other) => !isIndirect(other)));
  }
}

/**
 * Each piece behind those that it names.
 * @param {readonly Piece[]} pieces
 * @param {Set<Piece>} [found]
 */
function inOrder(pieces, found = new Set()) {
  for (const piece of pieces) {
    inOrder(piece.more, found);
    found.add(piece);
  }
  return found;
}

/** A kernel of fewer bytes that calls another is part of its piece: a piece of its own would cost as much again. */
const SHORT_BYTES = 64;

/**
 * @param {readonly { name: string, bytes: number }[]} functions by their indices
 * @param {string} listing of the module, by wasm-dis
 * @param {readonly string[]} allocator what of it the module exports
 * @param {readonly string[]} kernels the same
 * @returns {Parts}
 */
export function partsOf(functions, listing, allocator, kernels) {
  const calls = callsOf(listing),
    exported = new Map(
      Array.from(listing.matchAll(/^ \(export "(\S+)" \(func \$([^\s()]+)\)\)/gm), ([, name, own]) => [name, own]),
    );
  const short = functions.filter(({ name, bytes }) => kernels.includes(name) && bytes < SHORT_BYTES),
    aliases = new Map(
      short.map(({ name }) => [name, (calls.get(name) ?? []).find((called) => kernels.includes(called))]),
    );
  for (const [name, called] of aliases) if (!called) aliases.delete(name);
  const reachedBy = (/** @type {string} */ name) => reached(exported.get(name) ?? name, calls),
    always = new Set(allocator.flatMap((name) => [...reachedBy(name)])),
    own = kernels.filter((kernel) => !aliases.has(kernel)),
    reach = new Map(own.map((kernel) => [kernel, reachedBy(kernel)]));
  /** @type {Map<string, Piece>} */
  const pieces = new Map();
  /** @type {number[]} */
  const base = [];
  functions.forEach(({ name }, i) => {
    const users = own.filter((kernel) => reach.get(kernel)?.has(aliases.get(name) ?? name)),
      key = users.join();
    if (always.has(name) || users.length === 0 || users.length > own.length / 2) base.push(i);
    else if (pieces.has(key)) pieces.get(key)?.functions.push(i);
    else pieces.set(key, { name: `with_${name.replaceAll(/\W/g, "_")}`, functions: [i], users, more: [] });
  });
  for (const piece of pieces.values()) {
    piece.name = piece.functions.map((i) => functions[i].name).find((name) => own.includes(name)) ?? piece.name;
  }
  connect([...pieces.values()]);
  return {
    base,
    pieces: [...inOrder([...pieces.values()])],
    aliases: /** @type {[string, string][]} */ ([...aliases]),
  };
}
