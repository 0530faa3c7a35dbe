/** What section variance asks. */
import { spread } from "../../figure/values/elementwise.js";
import { formatEps, formatNumbers } from "../../figure/words/format-tensor.js";
import { formatNumber, formatTick } from "../../kit/format.js";
import { deriveRow, describe, recipes, statisticsOf } from "../../figure/values/recipes.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";

/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../../figure/values/derive.js").Derived} Derived */
/** @typedef {import("../../figure/values/recipes.js").Formula} Formula */
/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */

/** Rows with more values are not written out in a question. */
const WRITTEN = 12;
/** Below this, four decimals hardly show a change. */
const TELLING = 0.1;

/** @param {Float32Array} values @param {Formula} formula */
const normalizedBy = (values, formula) => deriveRow(values, formula).normalized;

/** The row that is looked at. @param {Figure} figure @param {Derived} view */
const rowAt = ({ at }, { groupOf, members, x }) => Float32Array.from(members[groupOf[at.index]], (index) => x[index]);

/**
 * The prediction: how another divisor changes the row at hand, or another row.
 * @param {Figure} figure
 * @param {Derived} view
 * @param {number} round
 * @returns {Question | null}
 */
export function predictDivisor(figure, view, round) {
  const values = round === 0 ? rowAt(figure, view) : drawRow(randomFrom(round));
  return askDivisor(values);
}

/** Whole numbers, not all the same. @param {Random} random */
function drawRow(random) {
  const row = Float32Array.from({ length: integer(random, 4, 6) }, () => integer(random, 0, 9));
  row[0] = Math.max(...row) + integer(random, 1, 5);
  return row;
}

/**
 * There is no question where eps decides, or where the answer would not show.
 * @param {Float32Array} values
 * @returns {Question | null}
 */
function askDivisor(values) {
  const n = values.length;
  if (n < 2 || n > WRITTEN) return null;
  const [before, after] = [recipes.cells, recipes.class].map((recipe) => normalizedBy(values, recipe)[0]);
  if (!(Math.abs(before) > TELLING)) return null;
  const growth = Math.sqrt(n / (n - 1));
  const [is, becomes, smaller] = [before, after, before / growth].map((value) => formatNumber(value));
  if (!(Math.abs(after / before / growth - 1) < 0.01) || new Set([is, becomes, smaller]).size < 3) return null;
  return {
    prompt:
      `Over n − 1 = ${n - 1} and without eps, x̂[0] of ${rowText(values)} is ${is}. What does ` +
      `${recipes.class.name} make of it, over n = ${n}?`,
    answers: ascending([
      right(
        becomes,
        "Divided by more, the variance is smaller, and so is its root. Dividing by a smaller root makes x̂ larger: " +
          `√(${n} ÷ ${n - 1}) times, apart from the eps of ${formatEps(recipes.class.eps)}.`,
      ),
      wrong(is, "The variance changes with what it is divided by, and every x̂ is divided by its root."),
      wrong(smaller, "The variance becomes smaller, so x̂ is divided by less, and lies further from 0."),
    ]),
  };
}

/** @param {Float32Array} values */
const rowText = (values) => `[${formatNumbers(values).join(", ")}]`;

/**
 * @param {Figure} figure
 * @param {Derived} view
 * @param {number} round
 * @returns {Question | null}
 */
export function checkVariance(figure, view, round) {
  if (round === 0) return askSpread(figure, view);
  const random = randomFrom(round);
  const kinds = [askOutputVariance, askWhere, askRoot, askConstant, askAlike, askBessel];
  return kinds[(round - 1) % kinds.length](random);
}

/**
 * The check: the variance of the normalized numbers, with the figure's settings.
 * @param {Figure} figure
 * @param {Derived} view
 * @returns {Question | null}
 */
function askSpread(figure, view) {
  const values = rowAt(figure, view);
  const group = view.groupOf[figure.at.index];
  const [variance, after] = [view.variance[group], statisticsOf(normalizedBy(values, figure)).variance];
  const n = values.length;
  if (!figure.center || n < 2 || n > WRITTEN) return null;
  if (variance === 0) return askConstantRow(values[0], n, figure);
  const shown = formatNumber(after);
  const others = new Set(["1.0000", formatNumber(variance), formatNumber(Math.sqrt(after))]);
  others.delete(shown);
  if (!Number.isFinite(after) || others.size < 2) return null;
  const why = whyVariance(figure, n);
  return {
    prompt: `${rowText(values)} is normalized with ${describe(figure)}. What is the variance of x̂, over n?`,
    answers: ascending([
      right(shown, why),
      ...Array.from(others, (text) => wrong(text, `The division leaves ${shown}. ${why}`)),
    ]),
  };
}

/** @param {Formula} formula @param {number} n */
function whyVariance({ correction, eps, epsAt }, n) {
  if (correction === 1) return `The variance was taken over n − 1 = ${n - 1}: over n = ${n}, less than 1 comes out.`;
  if (eps === 0) return "Divided by the root of its own variance, a row has variance 1.";
  return epsAt === "inside"
    ? "It is var ÷ (var + eps): close to 1 while eps is small beside var, never quite 1."
    : "It is var ÷ (σ + eps)²: close to 1 while eps is small beside σ, never quite 1.";
}

/** @param {Random} random @returns {Question} */
function askOutputVariance(random) {
  const eps = pick(random, [1e-5, 1e-3, 1e-2, 0.1]);
  const variance = eps * pick(random, [0.25, 1, 3, 4, 9, 19]);
  const after = variance / (variance + eps);
  const [small, added] = [formatTick(variance), formatTick(eps)];
  return {
    prompt: `A row has variance ${small} over n, and eps is ${added}, inside the root. What is the variance of x̂?`,
    answers: ascending([
      right(formatTick(after), `var ÷ (var + eps) = ${small} ÷ (${small} + ${added}): eps is not small beside var.`),
      wrong("1", `That needs eps to be 0. Here the division is by √(${small} + ${added}).`),
      wrong(
        formatTick(Math.sqrt(after)),
        "That is the standard deviation of x̂: the root. Its variance is the square of that.",
      ),
      wrong(formatTick(variance), "That is the row’s own variance, before the division."),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askWhere(random) {
  const deviation = pick(random, [0.1, 0.2, 0.3, 0.4]);
  const eps = pick(random, [1e-2, 0.05, 0.1]);
  const outside = random() < 0.5;
  const at = (/** @type {"inside" | "outside"} */ where) => formatTick(spread([deviation ** 2], eps, where)[0]);
  const place = outside ? "outside the root, as the Annotated Transformer has it" : "inside the root";
  const ways = [
    ["√(σ² + eps)", at("inside")],
    ["σ + eps", at("outside")],
  ];
  const [[mine, is], [its, other]] = outside ? ways.reverse() : ways;
  return {
    prompt: `σ = ${deviation} and eps = ${formatEps(eps)}, ${place}. By what is each difference from the mean divided?`,
    answers: ascending([
      right(is, `${mine} = ${is}.`),
      wrong(other, `That is ${its}: eps on the other side of the root.`),
      wrong(formatTick(deviation), "That is σ alone, without eps."),
      wrong(
        formatTick(deviation ** 2 + eps),
        "That is σ² + eps without the root. LayerNorm divides by the standard deviation, not by the variance.",
      ),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askRoot(random) {
  const deviation = integer(random, 2, 9);
  const steps = integer(random, 1, 3);
  const mean = integer(random, 1, 50);
  const x = mean + steps * deviation;
  return {
    prompt: `A row has mean ${mean} and variance ${deviation ** 2}. Without an eps, what does LayerNorm make of ${x}?`,
    answers: shuffled([
      right(
        String(steps),
        `${x} lies ${x - mean} above the mean; the standard deviation is √${deviation ** 2} = ${deviation}.`,
      ),
      wrong(
        formatTick((x - mean) / deviation ** 2),
        "LayerNorm does not divide by the variance, but by its root, the standard deviation.",
      ),
      wrong(formatTick(x / deviation), "The mean is subtracted first."),
      wrong(String(x - mean), "That is centred, and not yet divided."),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
const askConstant = (random) =>
  askConstantRow(integer(random, 1, 99), integer(random, 3, 7), {
    eps: pick(random, [0, 1e-5, 1e-3]),
    epsAt: "inside",
  });

/** @param {number} value @param {number} count @param {Pick<Formula, "eps" | "epsAt">} formula @returns {Question} */
function askConstantRow(value, count, { eps, epsAt }) {
  const text = formatTick(value);
  const added = formatEps(eps);
  const root = eps === 0 ? "√0" : epsAt === "inside" ? `√(0 + ${added})` : `√0 + ${added}`;
  const why = `Each equals the mean, so 0 is divided by ${root}. ${
    eps === 0 ? "0 ÷ 0 has no value: NaN." : "That is above 0, so the result is 0: the eps prevents NaN."
  }`;
  const [zero, nan] = eps === 0 ? [wrong, right] : [right, wrong];
  return {
    prompt: `All ${count} values of a row are ${text}. What does LayerNorm make of them with ${
      eps === 0 ? "no eps" : `an eps of ${added} ${epsAt} the root`
    }?`,
    answers: shuffled([
      zero("0", why),
      nan("NaN", why),
      wrong(text, "Each equals the mean, and the mean is subtracted."),
      wrong(
        "An error is raised",
        "Floating-point numbers raise no error: the result is NaN or 0, and the program goes on.",
      ),
    ]),
  };
}

/** Two rows of one pattern. @param {Random} random @returns {Question} */
function askAlike(random) {
  const step = pick(random, [0.01, 0.02, 0.05, 0.1]);
  const eps = pick(random, [0, 1e-3]);
  const [wide, narrow] = [10, step].map((unit) => Float32Array.from([1, 2, 3, 4, 5], (at) => at * unit));
  const spans = (/** @type {Float32Array} */ row) => `${formatTick(row[0])} to ${formatTick(row[4])}`;
  const [a, b] = [wide, narrow].map((row) => normalizedBy(row, { ...recipes.class, eps })[4]);
  const alike = formatNumber(a) === formatNumber(b);
  const ends = `Their last values come out as ${formatNumber(a)} and ${formatNumber(b)}.`;
  const [same, first] = alike ? [right, wrong] : [wrong, right];
  return {
    prompt:
      `Five equal steps from ${spans(wide)}, and five from ${spans(narrow)}, normalized with ` +
      `${eps === 0 ? "no eps" : `eps ${formatEps(eps)} inside the root`}. Which comes out wider?`,
    answers: shuffled([
      same(
        "Neither",
        `${ends} ${alike ? "The division takes the unit out." : "Next to so small a variance, eps counts."}`,
      ),
      first(
        spans(wide),
        `${ends} ${alike ? "Its spread is larger too, and is divided out." : "Next to its variance, eps is nothing."}`,
      ),
      wrong(
        spans(narrow),
        `${ends} ${
          alike
            ? "Its spread is smaller too, and is divided out."
            : "An eps makes the divisor larger and so x̂ smaller, most of all next to a small variance."
        }`,
      ),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askBessel(random) {
  const n = integer(random, 3, 13);
  const squares = n * (n - 1) * integer(random, 1, 4);
  return {
    prompt:
      `${n} values differ from their mean by squares that add up to ${squares}. What is their variance with ` +
      "Bessel’s correction?",
    answers: ascending([
      right(
        String(squares / (n - 1)),
        `${squares} ÷ (n − 1) = ${squares} ÷ ${n - 1}. Bessel’s correction is the n − 1.`,
      ),
      wrong(
        String(squares / n),
        `That is over n = ${n}, the biased variance that LayerNorm takes: without Bessel’s n − 1.`,
      ),
      wrong(formatTick(Math.sqrt(squares / (n - 1))), "That is the root of it: the standard deviation."),
    ]),
  };
}
