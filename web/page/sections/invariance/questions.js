/** What the section on the size of weights asks. */
import { formatBrief } from "../../kit/format.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { pick } from "../../question/draw.js";
import { STEPS } from "./limits.js";
import { atRates, medianAt, seeds } from "./measured.js";
import { briefly, degreesText, plainText } from "./sentences.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */
/** @typedef {import("./spec.js").InvarianceFigure} InvarianceFigure */

const TEN = 10;
/** Two rates that lie far apart. */
const SLOW = 0.3;
const FAST = 30;

/**
 * `act` asks for the settings that show the answer, `isSeen` says whether they are set.
 * @type {readonly { id: string, act: string, make: () => Question, isSeen: (figure: InvarianceFigure) => boolean }[]}
 */
export const predictions = [
  {
    id: "gradient",
    act: `Now drag the first slider to ${TEN}.`,
    make: predictGradient,
    isSeen: ({ factor }) => factor === TEN,
  },
  {
    id: "angle",
    act: `Now set the rate of W to ${FAST}, in the second figure.`,
    make: predictAngle,
    isSeen: ({ rate }) => rate === FAST,
  },
];

/** @returns {Question} */
function predictGradient() {
  return {
    prompt: `All weights W of a linear layer become ${TEN} times as large, and LayerNorm behind it puts out the same numbers. What becomes of the gradient of W?`,
    answers: shuffled([
      right(
        "It becomes ten times smaller",
        "To turn W as far as before, a change must be ten times as long: so each unit of it changes the loss by a tenth.",
      ),
      wrong(
        "It stays the same",
        "The output does, and so does the loss. But W has to move ten times as far to change them.",
      ),
      wrong("It becomes ten times larger", "The other way: what changed W much before is little beside it now."),
    ]),
  };
}

/** @returns {Question} */
function predictAngle() {
  const angles = atRates("with", "angle");
  const [slow, fast] = [SLOW, FAST].map((rate) => medianAt(angles, rate));
  const times = briefly(fast / slow);
  const lengths = atRates("with", "length");
  const longer = medianAt(lengths, FAST) / medianAt(lengths, SLOW);
  return {
    prompt:
      `Networks with LayerNorm learn at a rate of ${SLOW}, others at ${FAST}, which is ${FAST / SLOW} times as large. After ${STEPS} ` +
      "steps without weight decay: how many times as far does a step turn W at the larger rate?",
    answers: shuffled([
      right(
        `About ${times} times`,
        `The medians of ${seeds} seeds are ${degreesText(slow)} and ${degreesText(fast)}: the larger rate has made W so ` +
          "much longer that its steps turn it little more.",
      ),
      wrong(`About ${FAST / SLOW} times`, "So it is at first, more or less. But long steps make W long."),
      wrong(
        `About ${Math.sqrt(FAST / SLOW)} times`,
        `So it would be if W grew with the fourth root of the rate. But at ${FAST} it is ${briefly(longer)} times as long as at ${SLOW}.`,
      ),
    ]),
  };
}

/** @param {number} round @returns {Question} */
export function checkInvariance(round) {
  const random = randomFrom(round);
  return round === 0 ? askRate(random) : pick(random, KINDS)(random);
}

/** Which rate makes up for a size. @param {Random} random @returns {Question} */
function askRate(random) {
  const factor = pick(random, [2, 3, 4, 5]);
  return {
    prompt:
      `W has a LayerNorm behind it, learns by plain gradient descent, and is multiplied by ${factor} before the first step, ` +
      "nothing else. By what must its learning rate be multiplied so that each step turns it as far as before?",
    answers: ascending([
      right(
        String(factor ** 2),
        `The gradient is ${factor} times smaller, and the step must be ${factor} times as long: ${factor} · ${factor}.`,
      ),
      wrong(String(factor), `Then the step is as long as before, and W is ${factor} times as long: it turns less.`),
      wrong("1", `Then the step is ${factor} times shorter beside a W that is ${factor} times as long.`),
      wrong(formatBrief(1 / factor), "A smaller rate makes it worse: the gradient is smaller already."),
    ]),
  };
}

/** The right angle. @param {Random} random @returns {Question} */
function askLength(random) {
  const [length, step, after] = pick(random, [
    [3, 4, 5],
    [12, 5, 13],
    [15, 8, 17],
    [24, 7, 25],
    [20, 21, 29],
  ]);
  return {
    prompt: `W has a norm behind it, |W| is ${length}, and a step of plain gradient descent, without weight decay, is ${step} long. How long is W after the step?`,
    answers: ascending([
      right(String(after), `The step is at a right angle to W: ${length}² + ${step}² = ${after}².`),
      wrong(String(length + step), "So it would be if the step went along W. It goes at a right angle."),
      wrong(String(Math.abs(length - step)), "So it would be if the step went against W. It goes at a right angle."),
      wrong(`still ${length}`, "A step at a right angle leaves the circle: W becomes longer."),
    ]),
  };
}

/** What holds a balance. @param {Random} random @returns {Question} */
function askBalance(random) {
  const [length, share] = [10, pick(random, [0.01, 0.02, 0.05, 0.1])];
  const left = length * (1 - share);
  const step = Math.sqrt(length ** 2 - left ** 2);
  return {
    prompt:
      `W has a norm behind it and learns by plain gradient descent, and |W| stays at ${length}. At each step weight ` +
      `decay takes ${100 * share} % of W away. How long is what the gradient adds?`,
    answers: ascending([
      right(
        formatBrief(step),
        `It is at a right angle to W, which is ${formatBrief(left)} long after the decay: √(${length}² − ${formatBrief(left)}²).`,
      ),
      wrong(
        formatBrief(share * length),
        "That is what the decay takes. It takes it along W, and the gradient adds at a right angle.",
      ),
      wrong(formatBrief(length), "Then W would turn by half a right angle or more, and grow."),
      wrong(formatBrief(left), "That is |W| after the decay."),
    ]),
  };
}

/** How decay sets the angle. @param {Random} random @returns {Question} */
function askDecay(random) {
  const [root, times] = pick(random, [
    [2, 4],
    [3, 9],
    [10, 100],
  ]);
  return {
    prompt:
      "In plain gradient descent, growth and weight decay hold |W| at a balance, and rate times decay is small. The " +
      `decay becomes ${times} times as large, and there is a new balance. How far does a step turn W now?`,
    answers: shuffled([
      right(
        `${root} times as far`,
        "The cosine of the angle is 1 − rate · decay, and near 0 a cosine falls with the square of the angle.",
      ),
      wrong(`${times} times as far`, `The cosine’s distance from 1 is ${times} times as large, not the angle.`),
      wrong("As far as before", "W becomes shorter, and each step turns it farther."),
      wrong(`${root} times less far`, "The other way: a shorter W is turned farther by a step."),
    ]),
  };
}

/** A factor below 0. @param {Random} random @returns {Question} */
function askSign(random) {
  const factor = pick(random, [2, 3, 5, 10]);
  return {
    prompt: `All of W is multiplied by −${factor}. What becomes of LayerNorm(W h), before weight and bias?`,
    answers: shuffled([
      right(
        "Each number changes its sign",
        "The spread is a length and has no sign: the norm takes the size out, and the sign stays.",
      ),
      wrong("It stays the same", `So it is with ${factor}. But the norm divides by a spread, which is never below 0.`),
      wrong(
        `Each number becomes −${factor} times as large`,
        `The ${factor} is taken out with the spread; the sign is not.`,
      ),
    ]),
  };
}

/** A layer with a bias. @param {Random} random @returns {Question} */
function askBias(random) {
  const factor = pick(random, [4, 10, 100]);
  return {
    prompt: `A linear layer W h + b has a LayerNorm behind it. What must be multiplied by ${plainText(factor)} so that the norm’s output stays as it is, but for eps?`,
    answers: shuffled([
      right("W and b", "The norm takes out what all numbers before it have in common as a factor: W h + b as a whole."),
      wrong("W alone", "Then b counts for less beside W h, and the output is another."),
      wrong("b alone", "Then b counts for more beside W h, and the output is another."),
      wrong("LayerNorm’s own weight", "That stands behind the division, and multiplies the output."),
    ]),
  };
}

const KINDS = [askRate, askLength, askBalance, askDecay, askSign, askBias];
