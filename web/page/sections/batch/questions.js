/** What section batch asks: nothing that the figures show as they stand. */
import { formatBrief, formatTick } from "../../kit/format.js";
import { counted } from "../../kit/words.js";
import { ascending, randomFrom, right, shuffled, wrong } from "../../question/answers.js";
import { integer, pick } from "../../question/draw.js";
import { MOMENTUM, outOf, momentsOf, training } from "./stream.js";

/** @typedef {import("../../question/answers.js").Question} Question */
/** @typedef {import("../../question/draw.js").Random} Random */

/** @returns {Question} */
export function predictEval() {
  const [first] = training().trained;
  const { mean } = momentsOf(outOf(first.x, "eval", first), 0);
  const root = Math.sqrt(first.runningVariance);
  const why =
    `It has kept mean ${formatBrief(first.runningMean)} and variance ${formatBrief(first.runningVariance)}: a tenth of ` +
    `the batch, the rest still the 0 and 1 of the start. (${formatBrief(first.mean)} − ` +
    `${formatBrief(first.runningMean)}) ÷ ${formatBrief(root)} = ${formatBrief(mean)}.`;
  return {
    prompt:
      `A new layer has been trained on one batch, of mean ${formatBrief(first.mean)}, and then comes model.eval(). The ` +
      "same batch is put in again: what is the mean of what comes out?",
    answers: shuffled([
      right("Far above 0", why),
      wrong("0: the layer takes the batch’s mean away", `In train mode it does. ${why}`),
      wrong("0: it has kept the mean of just this batch", `It keeps a tenth of it. ${why}`),
    ]),
  };
}

/** @param {number} round @returns {Question} */
export const checkBatch = (round) => ASKED[round % ASKED.length](randomFrom(round));

/** @type {readonly ((random: Random) => Question)[]} */
const ASKED = [askPadding, askRunning, askForgotten, askMask, askInstance, askLeft, askBits];

/** @param {Random} random @returns {Question} */
function askPadding(random) {
  const [tokens, more] = pick(
    random,
    /** @type {const} */ ([
      [2, 2],
      [3, 1],
      [2, 6],
      [4, 4],
      [3, 9],
      [6, 2],
    ]),
  );
  const mean = pick(random, [2, 4, 6, 8]);
  const now = (mean * tokens) / (tokens + more);
  return {
    prompt:
      `Over the ${tokens} tokens of a sentence a feature’s mean is ${mean}. Now ${counted(more, "token")} of zeros ` +
      "follow, and there is no mask: which mean does BatchNorm take from each real token?",
    answers: shuffled([
      right(
        formatTick(now),
        `The sum stays ${mean * tokens}, and is divided by ${tokens + more}. The zeros count like words.`,
      ),
      wrong(String(mean), "That is the mean of the real tokens. Without a mask the zeros are averaged, too."),
      wrong("0", "The zeros pull the mean towards 0, but the real tokens are still in it."),
      wrong(
        formatTick(mean / (more + 1)),
        `It is the sum, ${mean * tokens}, that is divided by more: by ${tokens + more}.`,
      ),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askRunning(random) {
  const n = integer(random, 3, 6);
  const squares = n * (n - 1) * integer(random, 1, 3);
  const [over, overLess] = [squares / n, squares / (n - 1)];
  const after = (/** @type {number} */ variance) => formatTick((1 - MOMENTUM) * 1 + MOMENTUM * variance);
  return {
    prompt:
      `A new BatchNorm is trained on ${n} numbers. Their squared distances from their mean add up to ${squares}. What ` +
      "is its running variance then?",
    answers: shuffled([
      right(after(overLess), `0.9 × 1 + 0.1 × ${overLess}: it starts at 1, and what comes in is over n − 1.`),
      wrong(after(over), `That would be over n, by which the batch itself is divided. PyTorch keeps it over n − 1.`),
      wrong(String(overLess), "So it would be at momentum 1. At 0.1 the batch replaces a tenth of what was there."),
      wrong(formatTick(MOMENTUM * overLess), "Nine tenths of the 1 with which it starts are still there."),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askForgotten(random) {
  const what = pick(random, ["a photo", "one X-ray picture", "a drawing"]);
  return {
    prompt:
      `A network with nn.BatchNorm2d is in use, and model.eval() was forgotten. It is asked about ${what}, alone in its ` +
      "batch, again and again. What happens?",
    answers: shuffled([
      right(
        "Each time its own pixels give mean and variance, and the running ones move",
        "In train mode it uses the batch at hand, here one image, and keeps on updating, though nothing is learned.",
      ),
      wrong(
        "PyTorch raises an error: a batch needs two examples",
        "It needs two values for each channel: pixels are enough.",
      ),
      wrong(
        "The same as in eval: there is nothing to average with",
        "The image has many pixels, and they are averaged.",
      ),
      wrong(
        "Its running statistics are used, because nothing is trained",
        "Without model.eval() the layer does not know that.",
      ),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askMask(random) {
  const [middle, more, apart] = [integer(random, 2, 6), integer(random, 1, 3), integer(random, 1, 2)];
  const words = [middle - apart, middle, middle + apart];
  const lone = middle + 4 * more;
  const sum = 3 * middle + lone;
  return {
    prompt:
      `A feature is ${words.join(", ")} for the three words of one sentence, and ${lone} for the one word of another, which ` +
      "two tokens of zeros fill up. A mask leaves the zeros out. Which mean does BatchNorm take from the first word, in training?",
    answers: shuffled([
      right(
        formatTick(sum / 4),
        `The words of both sentences are in it, ${sum} ÷ 4, also those that come later. A model that writes word by word does ` +
          "not have these yet.",
      ),
      wrong(formatTick(sum / 6), `That would be with the zeros: ${sum} ÷ 6. The mask leaves them out.`),
      wrong(String(middle), "That is the mean of its own sentence. The other one is in BatchNorm’s mean, too."),
      wrong(String(words[0]), "That is its own number. A mean of it alone would leave nothing of it."),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askInstance(random) {
  const channels = pick(random, [8, 16, 32, 64]);
  return {
    prompt: `Which of these computes something else after model.eval() than before, for the same image?`,
    answers: shuffled([
      right(
        `nn.InstanceNorm2d(${channels}, track_running_stats=True)`,
        "It keeps running statistics as BatchNorm does, and uses them in eval. Without the option it keeps none.",
      ),
      wrong(`nn.InstanceNorm2d(${channels})`, "As PyTorch makes it, it keeps nothing: train and eval are the same."),
      wrong(`nn.GroupNorm(4, ${channels})`, "GroupNorm keeps nothing: train and eval are the same."),
      wrong(
        `nn.BatchNorm2d(${channels}, track_running_stats=False)`,
        "It keeps nothing, and uses the batch in eval, too.",
      ),
    ]),
  };
}

/** @param {Random} random @returns {Question} */
function askLeft(random) {
  const percent = pick(random, [5, 2]);
  const needed = (/** @type {number} */ momentum) => Math.ceil(Math.log(percent / 100) / Math.log(1 - momentum));
  const right_ = needed(MOMENTUM);
  return {
    prompt: `After how many batches is less than ${percent} % of the running mean still the 0 with which it started, at momentum 0.1?`,
    answers: ascending([
      right(String(right_), `Nine tenths stay each time: 0.9 to the power ${right_} is ${formatBrief(0.9 ** right_)}.`),
      wrong(
        "10",
        `A tenth is replaced each time, of what is there by then: 0.9 to the power 10 is ${formatBrief(0.9 ** 10)}.`,
      ),
      wrong("2", "That is so at momentum 0.9, where each batch replaces nine tenths."),
      wrong(String(2 * right_), `So few of it are left already after ${right_}.`),
    ]),
  };
}

/** How much is known when not all is. @param {Random} random @returns {Question} */
function askBits(random) {
  const [all, left] = [integer(random, 5, 6), integer(random, 1, 2)];
  const [letters, each] = [2 ** all, 2 ** left];
  return {
    prompt:
      `An alphabet has ${letters} letters, all as likely to come next. A token’s numbers tell in which of ` +
      `${letters / each} groups of ${each} the next one is, and no more. How many bits are revealed?`,
    answers: ascending([
      right(
        String(all - left),
        `To tell ${letters / each} groups apart takes ${all - left} yes-or-no answers: log₂ ${letters / each} = ${all - left}. Of ` +
          `${all} bits, ${left} ${left === 1 ? "is" : "are"} still unknown.`,
      ),
      wrong(String(all), `With these one would know the letter itself, one of ${letters}.`),
      wrong(String(letters / each), "So many groups there are. Each bit tells two halves apart."),
      wrong(String(left), `That is what is left to be known: one of ${each} letters.`),
    ]),
  };
}
