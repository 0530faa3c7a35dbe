/** What section row asks. */
import { CLASS } from "../../course/book.js";
import { derive } from "../../figure/values/derive.js";
import { formatEps, formatNumbers } from "../../figure/words/format-tensor.js";
import { deviationName } from "../../figure/words/deviation.js";
import { formatNumber, formatTick, inWords } from "../../kit/format.js";
import { originalOf } from "../../figure/values/presets.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";

/** @typedef {import("../../store/state.js").Figure} Figure */
/** @typedef {import("../../figure/values/derive.js").Derived} Derived */
/** @typedef {import("../../question/answers.js").Question} Question */
/**
 * @typedef {object} Row  a row to ask about, and one value in it
 * @property {readonly number[]} values
 * @property {Pick<Figure, "correction" | "eps" | "epsAt">} settings
 * @property {Derived} view
 * @property {number} at
 * @property {string} name  how a prompt calls it: "the row", or its values
 */

/** What the variance is over, in a sentence. @param {Row["settings"]} settings */
const overOf = ({ correction }) => (correction === 1 ? "n − 1" : "n");

/** In rows with more values, no single value is asked about. */
const LONG = 48;

/** A group as a tensor of its own. @param {readonly number[]} values @param {Row["settings"]} settings */
const viewOf = (values, { correction, eps, epsAt }) =>
  derive(
    { shape: [values.length], values: Float32Array.from(values) },
    { dims: [0], keepdim: true, correction, eps, epsAt, center: true, channelGroups: 1, weight: null, bias: null },
  );

/** @param {readonly number[]} values */
const listed = (values) => formatNumbers(values).join(", ");

/** A row of round numbers that rise. @param {() => number} random */
function drawnValues(random) {
  const values = [5 * Math.floor(random() * 8) - 15];
  const size = 4 + Math.floor(random() * 3);
  while (values.length < size) values.push(values[values.length - 1] + 5 * (1 + Math.floor(random() * 5)));
  return values;
}

/** @param {() => number} random @param {0 | 1} correction @returns {Row} */
function drawnRow(random, correction) {
  const values = drawnValues(random);
  const settings = { correction, eps: 0, epsAt: /** @type {const} */ ("inside") };
  const view = viewOf(values, settings);
  const from = Math.floor(random() * values.length);
  // A value that equals the mean is a poor example.
  const at = Math.abs(view.normalized[from]) > 0.01 ? from : (from + 1) % values.length;
  return { values, settings, view, at, name: listed(values) };
}

/**
 * The prediction: which of two rows, which differ only by a factor and a shift, comes out wider?
 * @param {number} round
 * @returns {Question}
 */
export function predictWords(round) {
  const { shape, values } = originalOf({ preset: "words", shape: [], x: null });
  const drawn = drawnValues(randomFrom(round));
  const rows =
    round === 0
      ? [values.subarray(0, shape[1]), values.subarray(shape[1])]
      : [drawn, drawn.map((value) => value / 10 + round)];
  const [wide, narrow] = rows.map((row) => {
    const ends = [row[0], row[row.length - 1]];
    return ends.map((value) => formatTick(value)).join(" to ");
  });
  return {
    prompt:
      `Two rows of ${inWords(rows[0].length)} in the same pattern: ${wide}, and ${narrow}. ` +
      "Normalized without an eps, which one comes out wider?",
    answers: shuffled([
      right(
        "Neither",
        "They come out alike. Subtracting its mean takes out where a row lay, and dividing by its spread takes out its " +
          "unit. Only the pattern is left.",
      ),
      wrong(
        wide,
        "Its values lie further apart, but its standard deviation is larger in proportion, and they are divided by it.",
      ),
      wrong(
        narrow,
        "Its values lie closer together, but its standard deviation is smaller in proportion, and they are divided by it.",
      ),
    ]),
  };
}

/**
 * The check: round 0 is about the row at hand, the others are about other rows.
 * @param {Figure} figure
 * @param {Derived} view
 * @returns {(round: number) => Question | null}
 */
export const checkRow = (figure, view) => (round) => {
  if (round > 0) {
    const ask = TEMPLATES[round % TEMPLATES.length];
    return ask(drawnRow(randomFrom(round), figure.correction));
  }
  const members = view.members[view.groupOf[figure.at.index]];
  // RMSNorm keeps the mean, so a shift changes its result.
  if (members.length === 1 || members.length > LONG || !figure.center) return null;
  const values = members.map((index) => view.x[index]);
  const row = {
    values,
    settings: figure,
    view: viewOf(values, figure),
    at: members.indexOf(figure.at.index),
    name: "the row",
  };
  if (values.every((value) => value === values[0])) return askConstant(row);
  // Where float32 rounds the spread to 0, the result is not finite: nothing goes anywhere there.
  return row.view.normalized.every(Number.isFinite) ? askDrag(row) : null;
};

/**
 * What becomes of the dot that is dragged after the division: its group's mean and spread go with it. It is the one
 * farthest out, of which more is expected than it does.
 * @param {Row} row
 * @returns {Question | null} null where the numbers are too large or too alike for that to be seen
 */
function askDrag({ values, view, settings, name }) {
  const size = values.length;
  const at = farthest(view.normalized);
  const [is, spread] = [view.normalized[at], view.stages[0].deviation[0]];
  const step = Math.sign(is) * Number((4 * spread).toPrecision(1));
  const to = Math.fround(values[at] + step);
  const after = viewOf(changed(values, at, to), settings);
  const [now, others, squeezed] = [after.normalized[at], rangeWithout(view, at), rangeWithout(after, at)];
  const isSeen = size > 2 && Math.abs(now) < 1e5 && Math.abs(step) < 1e5 && Math.abs(step) > 1e-3 && squeezed < others;
  if (!isSeen) return null;
  const moves = (/** @type {number} */ place) => `To ${formatNumber(place)}`;
  const most = settings.correction === 1 ? (size - 1) / Math.sqrt(size) : Math.sqrt(size - 1);
  const over = overOf(settings);
  const unit = deviationName({ ...settings, center: true });
  return {
    prompt:
      `In ${name}, ${formatTick(values[at])} is at ${formatNumber(is)} after the division. It is pulled on until it ` +
      `is ${formatTick(to)}. Where does its dot go?`,
    answers: shuffled([
      right(
        moves(now),
        `The group squeezes: the dot pulls the group’s mean and ${unit} along, and both are taken out again. ` +
          `Over ${over}, one number of ${inWords(size)} never gets beyond ${formatNumber(most)}, however far it is ` +
          `pulled; the others move together, from ${formatNumber(others)} wide to ${formatNumber(squeezed)}.`,
      ),
      wrong(moves(is + step), `So far goes the ghost, in x. The dot shows x̂, which is divided by the ${unit}.`),
      wrong(
        moves(is + step / view.spread[0]),
        `That would be so if mean and ${unit} had stayed. They are the group’s own, and this number is one of the group.`,
      ),
    ]),
  };
}

/** The place of what lies farthest from 0. @param {ArrayLike<number>} values */
const farthest = (values) => {
  const sizes = Array.from(values, Math.abs);
  return sizes.indexOf(Math.max(...sizes));
};

/** From the least to the greatest x̂ of all but one. @param {Derived} view @param {number} at */
function rangeWithout({ normalized }, at) {
  const others = Array.from(normalized).filter((_, i) => i !== at);
  return Math.max(...others) - Math.min(...others);
}

/** @param {Row} row @returns {Question} */
function askConstant({ values, settings: { eps }, view, at }) {
  const withEps = `With an eps of ${formatEps(eps || CLASS.eps)} the root is not 0`;
  return {
    prompt:
      `Every value of this row is ${formatNumbers(values)[at]}, and x̂ is ${formatNumber(view.normalized[at])}. ` +
      "What does an eps do here?",
    answers: shuffled([
      right(
        "It turns 0 ÷ 0 into 0",
        `Each value minus the mean is 0. ${withEps}, and 0 over it is 0; without eps, ` +
          `0 ÷ 0 is NaN${eps === 0 ? ", as you see" : ""}.`,
      ),
      wrong(
        "It stops the program from crashing",
        "Nothing crashes. The result is NaN, and the program goes on with it.",
      ),
      wrong(
        "It makes the row’s variance 1",
        `Every x − mean is 0, so every x̂ is 0, and so is their variance. ${withEps}: that is all an eps does here.`,
      ),
    ]),
  };
}

/** One value grows: so does the mean, by its share. @param {Row} row @returns {Question} */
function askMean({ values, view, at, name, settings }) {
  const size = values.length;
  const step = 2 * size;
  const after = viewOf(changed(values, at, values[at] + step), settings);
  const grows = (/** @type {number} */ by) => `It grows by ${formatTick(by)}`;
  return {
    prompt: `In ${name}, the ${formatTick(values[at])} becomes ${formatTick(values[at] + step)}. What does the mean do?`,
    answers: ascending([
      right(
        grows(after.mean[0] - view.mean[0]),
        `What one value gains is shared out among all ${inWords(size)}; so every x − mean changes, not only its own.`,
      ),
      wrong(grows(step), `The sum grows by ${step}. The mean is the sum over ${size}.`),
      wrong(grows(step / (size - 1)), "The mean is always over n; n − 1 is for the variance alone."),
      wrong("It stays", "Every value counts in the mean: when one grows, the mean grows too."),
    ]),
  };
}

/** @param {readonly number[]} values @param {number} at @param {number} value */
const changed = (values, at, value) => values.map((old, i) => (i === at ? value : old));

/** The other sign, too: what another unit does was predicted. @param {Row} row @returns {Question} */
function askScale({ values, view, at, name, settings }) {
  const factor = [-10, -2, -4, -3][Math.abs(values[0] / 5) % 4];
  const is = view.normalized[at];
  const after = viewOf(
    values.map((value) => value * factor),
    settings,
  ).normalized[at];
  const becomes = (/** @type {number} */ value) => formatNumber(value);
  return {
    prompt: `Multiply every value of ${name} by ${formatTick(factor)}. What becomes of x̂ = ${becomes(is)}?`,
    answers: shuffled([
      right(
        becomes(after),
        "Mean and standard deviation change by the same factor, and the division takes it out again; only the sign is " +
          "left, because a standard deviation is never negative.",
      ),
      wrong(becomes(is * factor), "x − mean becomes that many times as large, but so does what it is divided by."),
      wrong(becomes(is / factor), "The standard deviation grows, but so does x − mean."),
      wrong(becomes(is), "What lay above the mean lies below it now."),
    ]),
  };
}

/** One value runs away. @param {Row} row @returns {Question} */
function askOutlier({ values, name }) {
  const last = values[values.length - 1];
  return {
    prompt:
      `In ${name}, the ${formatTick(last)} becomes ${formatTick(last + 1000)}. ` +
      "What becomes of the x̂ of the others?",
    answers: shuffled([
      right(
        "They crowd together",
        "The one far value makes the standard deviation large, and all are divided by it: what is left between the " +
          "others is small.",
      ),
      wrong("They spread further apart", "They would if the standard deviation shrank. It grows a lot."),
      wrong(
        "They stay: their x is the same",
        "The mean and the standard deviation have changed, and every x̂ is worked out from them.",
      ),
    ]),
  };
}

/** @param {Row} row @returns {Question} */
function askOrder({ values, at, name }) {
  const [less, more] = at === 0 ? [values[0], values[1]] : [values[at - 1], values[at]];
  return {
    prompt: `In ${name}, which has the smaller x̂: ${formatTick(less)} or ${formatTick(more)}?`,
    answers: ascending([
      right(
        formatTick(less),
        "The same mean is taken from both, and both are divided by the same positive number: the order stays.",
      ),
      wrong(formatTick(more), "Nothing in the two steps can make one value overtake another."),
      wrong(
        "The one nearer the mean",
        "That one has the x̂ nearer 0, which need not be the smaller: below the mean x̂ is negative.",
      ),
    ]),
  };
}

/** Over n − 1, or over n. @param {Row} row @returns {Question} */
function askDivisor({ values, view, at, name, settings }) {
  const { correction } = settings;
  const overs = ["n", "n − 1"];
  const is = view.normalized[at];
  const other = viewOf(values, { ...settings, correction: correction === 1 ? 0 : 1 }).normalized[at];
  const smaller = correction === 1 ? "smaller" : "larger";
  return {
    prompt:
      `In ${name}, the x̂ of ${formatTick(values[at])} is ${formatNumber(is)} with the variance over ` +
      `${overs[correction]}. What is it over ${overs[1 - correction]}?`,
    answers: shuffled([
      right(
        formatNumber(other),
        `Over ${overs[1 - correction]} the variance is a little ${smaller}, so x̂ is ` +
          `${correction === 1 ? "further from" : "nearer to"} 0. The book’s cells use n − 1, its class uses n.`,
      ),
      wrong(
        formatNumber((is * is) / other),
        `Over ${overs[1 - correction]} the variance is ${smaller}, not ${correction === 1 ? "larger" : "smaller"}.`,
      ),
      wrong(formatNumber(is), "The mean stays, but the variance does not, and x̂ is divided by its root."),
    ]),
  };
}

/** What all x̂ add up to. @param {Row} row @returns {Question} */
function askSum({ values, view, name, settings }) {
  return {
    prompt: `Add up the x̂ of ${name}. What comes out?`,
    answers: ascending([
      right(
        "0",
        "Once the mean is subtracted the values add up to 0. Dividing them all by one number does not change that.",
      ),
      wrong("1", `1 is their variance over ${overOf(settings)}. They themselves add up to 0.`),
      wrong(
        String(values.length),
        `That is how many values there are. Some x̂ are negative, and together they add up to 0.`,
      ),
      wrong(formatTick(view.mean[0]), "That is the mean of x, which was subtracted."),
    ]),
  };
}

/** What a normalized value says. @param {Row} row @returns {Question} */
function askMeaning({ values, view, at, name, settings }) {
  const is = view.normalized[at];
  const size = formatNumber(Math.abs(is));
  const unit = `standard deviations over ${overOf(settings)}`;
  const [side, other] = is < 0 ? ["below", "above"] : ["above", "below"];
  return {
    prompt: `In ${name}, the x̂ of ${formatTick(values[at])} is ${formatNumber(is)}. Where does it lie?`,
    answers: shuffled([
      right(
        `${size} ${unit}, ${side} the mean`,
        "That is what dividing by the standard deviation means: it becomes the unit.",
      ),
      wrong(
        `${size} ${side} the mean`,
        `It lies ${formatNumber(Math.abs(view.centred[at]))} ${side} the mean, in the unit of x.`,
      ),
      wrong(
        `${size} ${unit}, ${other} the mean`,
        "The sign says which side: what is above the mean stays positive, what is below it negative.",
      ),
    ]),
  };
}

/** @param {Row} row @returns {Question} */
function askVariance({ values, view, name, settings }) {
  const [variance, other] = [settings.correction, 1 - settings.correction].map(
    (correction) => viewOf(values, { ...settings, correction: correction === 1 ? 1 : 0 }).variance[0],
  );
  const over = overOf(settings);
  return {
    prompt: `Minus its mean, ${name} is ${listed(Array.from(view.centred))}. What is its variance over ${over}?`,
    answers: ascending([
      right(formatNumber(variance), `The squares of these, added up, over ${over}.`),
      wrong(formatNumber(other), `That is over ${settings.correction === 1 ? "n" : "n − 1"}.`),
      wrong(formatNumber(view.stages[0].deviation[0]), "That is its root, the standard deviation."),
      wrong("0", "They themselves add up to 0. Their squares do not."),
    ]),
  };
}

/** @param {Row} row @returns {Question} */
function askAffine({ values, view, at, name }) {
  const [weight, bias] = [values.length - 2, 0.5];
  const is = view.normalized[at];
  const y = (/** @type {number} */ value) => formatNumber(Math.fround(value));
  return {
    prompt:
      `In ${name}, the x̂ of ${formatTick(values[at])} is ${formatNumber(is)}. Its weight is ${weight} and ` +
      `its bias ${bias}: what is y?`,
    answers: shuffled([
      right(y(is * weight + bias), "First times the weight, then plus the bias."),
      wrong(y((is + bias) * weight), "The bias comes after the weight, and is not multiplied by it."),
      wrong(y(is * weight), "The bias is still to be added."),
      wrong(y(values[at] * weight + bias), "Weight and bias meet x̂, not x."),
    ]),
  };
}

const TEMPLATES = [
  askDrag,
  askMean,
  askScale,
  askOutlier,
  askOrder,
  askDivisor,
  askSum,
  askMeaning,
  askVariance,
  askAffine,
];
