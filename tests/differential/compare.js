/** Who is right where two disagree: float64 decides. */
import { expected, ops, ours } from "./calls.js";

/** @import { Expected } from "../api/reference.js" */
/** @import { Call } from "./calls.js" */

/**
 * Of the calls of one op. Errors are multiples of what this package promises; a NaN or an infinity in a number's place,
 * or a number in theirs, is in `unlike`, not in `theirWorst`.
 * @typedef {object} Count
 * @property {number} calls
 * @property {number} disagree by more than the promise; where no one is named below, both are right
 * @property {number} weAreRight and they are not
 * @property {number} theyAreRight and we are not
 * @property {number} neitherIs
 * @property {number} unlike calls in which theirs is not finite, or is, where float64's is the other
 * @property {number} ourWorst error
 * @property {number} theirWorst error
 */

/** @typedef {{ worst: number, unlike: boolean, right: boolean }} Verdict */

/** @param {ArrayLike<number>} got @param {Expected} wanted @returns {Verdict} */
function judge(got, { values, bound }) {
  let worst = 0,
    unlike = got.length !== values.length;
  values.forEach((value, i) => {
    const rounded = Math.fround(value);
    if (Object.is(got[i], rounded) || got[i] === value) return;
    if (!Number.isFinite(rounded) || !Number.isFinite(got[i])) unlike = true;
    else worst = Math.max(worst, Math.abs(got[i] - value) / bound[i]);
  });
  return { worst, unlike, right: !unlike && worst <= 1 };
}

/**
 * Whether two differ by more than the promise.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @param {Expected} wanted
 */
const differ = (a, b, { bound }) =>
  bound.some((most, i) => !(Object.is(a[i], b[i]) || a[i] === b[i] || Math.abs(a[i] - b[i]) <= most));

/** @returns {Count} */
const none = () => ({
  calls: 0,
  disagree: 0,
  weAreRight: 0,
  theyAreRight: 0,
  neitherIs: 0,
  unlike: 0,
  ourWorst: 0,
  theirWorst: 0,
});

/** Counts calls by op. */
export class Tally {
  /** @type {Record<string, Count>} */
  counts = {};
  /** Calls in which we are not within our promise. @type {{ call: Call, worst: number }[]} */
  faults = [];

  /** @param {"onnx" | "torch"} peer */
  constructor(peer) {
    for (const name of Object.keys(ops)) if (ops[name][peer]) this.counts[name] = none();
  }

  /** @param {Call} call @param {ArrayLike<number>} theirs */
  add(call, theirs) {
    const count = this.counts[call.op],
      wanted = expected(call),
      own = ours(call);
    const [we, they] = [own, theirs].map((got) => judge(got, wanted));
    count.calls++;
    if (!we.right) this.faults.push({ call, worst: we.unlike ? Infinity : we.worst });
    if (they.unlike) count.unlike++;
    count.ourWorst = Math.max(count.ourWorst, we.worst);
    count.theirWorst = Math.max(count.theirWorst, they.worst);
    if (!differ(own, theirs, wanted)) return;
    count.disagree++;
    if (we.right && !they.right) count.weAreRight++;
    if (they.right && !we.right) count.theyAreRight++;
    if (!they.right && !we.right) count.neitherIs++;
  }
}
