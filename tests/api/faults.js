/**
 * Allocations that fail when they are told to: of WebAssembly memory, by malloc, and of the buffers of JavaScript's
 * arrays of numbers. To be imported before anything uses the kernels: their module is instantiated once.
 */

/** What a call of the code under test says where this file has it fail. */
export const NO_MEMORY = "no memory, as the test has it";

/** How many allocations there were since `armed`, and which of them fails: 0, none. */
let count = 0,
  failing = 0;

/** @returns {boolean} whether this allocation fails */
const fails = () => ++count === failing;

const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    super(module);
    const exports = /** @type {any} */ (this.exports);
    /** @type {any} */
    const changed = { ...exports, malloc: (/** @type {number} */ bytes) => (fails() ? 0 : exports.malloc(bytes)) };
    // biome-ignore lint/correctness/noConstructorReturn: the exports of an instance cannot be changed
    return /** @type {any} */ ({ exports: changed });
  }
};

for (const name of ["Float32Array", "Float64Array", "Uint16Array", "Uint32Array"]) {
  const Plain = /** @type {any} */ (globalThis)[name];
  /** @type {any} */
  const Counted = new Proxy(Plain, {
    /** @param {any} target @param {any[]} args @param {any} newTarget @returns {object} */
    construct(target, args, newTarget) {
      const isView = args[0] instanceof ArrayBuffer || args[0] instanceof SharedArrayBuffer;
      if (!isView && fails()) throw new RangeError(NO_MEMORY);
      return Reflect.construct(target, args, newTarget === Counted ? target : newTarget);
    },
  });
  /** @type {any} */ (globalThis)[name] = Counted;
  Plain.prototype.constructor = Counted; /* which slice() asks */
}

/**
 * @template T
 * @param {number} which of the allocations fails: 1, the first; 0, none
 * @param {() => T} act
 * @returns {{ result: T | undefined, error: unknown, count: number }} what it gave or threw, and how many there were
 */
export function withFault(which, act) {
  count = 0;
  failing = which;
  try {
    return { result: act(), error: undefined, count };
  } catch (error) {
    return { result: undefined, error, count };
  } finally {
    failing = 0;
  }
}

/**
 * Has every allocation of a call fail, one after the other, each time of a new subject.
 * @template Subject
 * @param {() => Subject} make
 * @param {(subject: Subject) => unknown} act
 * @param {(subject: Subject, error: unknown, which: number) => void} check is given what the call failed with
 * @returns {number} how many failed
 */
export function eachFault(make, act, check) {
  for (let which = 1; ; which++) {
    const subject = make(),
      { error, count: allocations } = withFault(which, () => act(subject));
    if (allocations < which) return which - 1;
    check(subject, error, which);
  }
}
