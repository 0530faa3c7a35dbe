/** What section variance asks. */
import { spread } from "../../figure/values/elementwise.js";
import { formatEps, formatNumbers } from "../../figure/words/format-tensor.js";
import { formatNumber, formatTick } from "../../kit/format.js";
import { deriveRow, recipes, statisticsOf } from "../../figure/values/recipes.js";
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
/** What four decimals show well. */
const VISIBLE = 2e-3;

/** @param {Float32Array} values @param {Formula} formula */
const normalizedBy = (values, formula) => deriveRow(values, formula).normalized;

/** The row that is looked at. @param {Figure} figure @param {Derived} view */
const rowAt = ({ at }, { groupOf, members, x }) => Float32Array.from(members[groupOf[at.index]], (index) => x[index]);

/**
 * The prediction: where an eps that is not small beside the variance brings the row at hand, or another row.
 * @param {Figure} figure
 * @param {Derived} view
 * @param {number} round
 * @returns {Question | null}
 */
export function predictKeras(figure, view, round) {
  const values = round === 0 ? rowAt(figure, view) : drawRow(randomFrom(round));
  return askKeras(values);
}

/** Hundredths, not all the same: some rows have a variance beside which Keras's eps is small. @param {Random} random */
function drawRow(random) {
  const most = pick(random, [9, 20, 60]);
  const row = Float32Array.from({ length: integer(random, 4, 6) }, () => integer(random, 0, most) / 100);
  row[0] = Math.fround(Math.max(...row) + integer(random, 1, 5) / 100);
  return row;
}

/**
 * There is no question where the answer would not show.
 * @param {Float32Array} values
 * @returns {Question | null}
 */
function askKeras(values) {
  const n = values.length;
  if (n < 2 || n > WRITTEN) return null;
  const [cells, asClass, keras] = [recipes.cells, recipes.class, recipes.keras].map(
    (recipe) => normalizedBy(values, recipe)[0],
  );
  const sizes = [cells, asClass, keras].map(Math.abs);
  if (!(sizes[0] > TELLING) || !(sizes[1] > sizes[0] + VISIBLE)) return null;
  if (sizes.slice(0, 2).some((size) => Math.abs(sizes[2] - size) < VISIBLE)) return null;
  const [a, b, c] = [cells, asClass, keras].map((value) => formatNumber(value));
  const eps = formatEps(recipes.keras.eps);
  const why =
    `Over n, x̂ lies further out than over n − 1; an eps of ${eps} makes the divisor larger again, and how much depends ` +
    `on the variance, which is ${formatTick(statisticsOf(values).variance)}. Keras gives ${c}.`;
  const isBetween = sizes[2] > sizes[0];
  const [between, nearer] = isBetween ? [right, wrong] : [wrong, right];
  return {
    prompt:
      `x̂[0] of ${rowText(values)} is ${a} over n − 1 without eps, and ${b} over n with an eps of ` +
      `${formatEps(recipes.class.eps)}. Keras divides by n, with an eps of ${eps}: where is its x̂[0]?`,
    answers: [
      nearer("nearer to 0", why),
      between("between the two", why),
      wrong("further from 0", `A larger eps makes the divisor larger, and x̂ smaller. ${why}`),
    ],
  };
}

/** @param {Float32Array} values */
const rowText = (values) => `[${formatNumbers(values).join(", ")}]`;

/**
 * The check: none of its questions is about the numbers on the screen.
 * @param {number} round
 * @returns {Question}
 */
export function checkVariance(round) {
  const random = randomFrom(round);
  const kinds = [askLonger, askOutputVariance, askWhere, askRoot, askConstant, askAlike, askBessel];
  return kinds[round % kinds.length](random);
}

/** How much n or n − 1 matters in rows of another length. @param {Random} random @returns {Question} */
function askLonger(random) {
  const n = pick(random, [12, 48, 768, 4096]);
  const inPercent = (/** @type {number} */ ratio) => `${Number((100 * ratio).toPrecision(2))} %`;
  const growth = Math.sqrt(n / (n - 1)) - 1;
  return {
    prompt: `In rows of ${n} numbers, by how much does x̂ differ over n from x̂ over n − 1, where eps is nothing beside the variance?`,
    answers: shuffled([
      right(inPercent(growth), `√(${n} ÷ ${n - 1}) − 1: about half of 1 ÷ ${n}, because of the root.`),
      wrong(inPercent(n / (n - 1) - 1), "By so much the variances differ. x̂ is divided by the root."),
      wrong(
        inPercent(Math.sqrt(6 / 5) - 1),
        `So it is in rows of 6. In longer rows, one more or less in ${n} is a smaller part.`,
      ),
      wrong("0 %", "It is little, but no rounding: the two divisors are different numbers."),
    ]),
  };
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
    prompt: `A row has mean ${mean} and, over n, variance ${deviation ** 2}. Without an eps, what does LayerNorm make of ${x}?`,
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

/** What becomes of a constant row once weight and bias have come, too. @param {Random} random @returns {Question} */
function askConstant(random) {
  const [value, count, weight] = [integer(random, 5, 99), integer(random, 3, 7), integer(random, 2, 4)];
  const [bias, eps] = [integer(random, 1, 9) / 10, pick(random, [0, 1e-5, 1e-3])];
  const root = eps === 0 ? "√0" : `√(0 + ${formatEps(eps)})`;
  const why = `Whole numbers like these are added without rounding: each equals the mean, and 0 is divided by ${root}. ${
    eps === 0
      ? `0 ÷ 0 is NaN, and ${weight} · NaN + ${formatTick(bias)} is NaN, too.`
      : `That is above 0, so x̂ is 0, and ${weight} · 0 + ${formatTick(bias)} = ${formatTick(bias)}.`
  }`;
  const [same, nan] = eps === 0 ? [wrong, right] : [right, wrong];
  return {
    prompt:
      `All ${count} values of a row are ${value}. LayerNorm has ${eps === 0 ? "no eps" : `an eps of ${formatEps(eps)}`}, and at ` +
      `every place a weight of ${weight} and a bias of ${formatTick(bias)}. What does it put out at every place?`,
    answers: shuffled([
      same(formatTick(bias), why),
      nan("NaN", why),
      wrong(formatTick(weight * value + bias), `Weight and bias meet x̂, and not x. ${why}`),
      wrong("0", `The bias is still to be added to x̂. ${why}`),
      wrong(
        "Nothing: an error is raised",
        "Floating-point numbers raise no error: something comes out, and the program goes on.",
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
