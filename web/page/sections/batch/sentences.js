/** What has happened in the section's two figures, in words. */
import { formatBrief, formatTick, withMinus } from "../../kit/format.js";
import { counted } from "../../kit/words.js";
import { CHANCES, entropyOf, NEXT } from "./leak.js";
import { MOMENTUM } from "./stream.js";
import { farthest } from "./tokens.js";

/**
 * Two decimals, where numbers stand below each other.
 * @param {number} value
 */
export const hundredths = (value) => withMinus(value.toFixed(2).replace(/^-(0\.00)$/, "$1"));

/** How much of what a layer keeps is still the 0 and 1 with which it started, in per cent. @param {number} trained */
export const startLeft = (trained) => Number((100 * (1 - MOMENTUM) ** trained).toPrecision(2));

/**
 * @param {import("./spec.js").BatchFigure} figure
 * @param {typeof import("./derived.js").batchAtHand.value} at
 */
export function batchSentence({ mode, trained, evaluated }, { x, out, own, kept, elsewhere, isNew }) {
  const [number, comes] = [hundredths(x[0]), hundredths(out[0])];
  if (mode === "train")
    return (
      `By this batch’s own mean, ${formatBrief(own.mean)}, and variance, ${formatBrief(own.variance)} over n. Its first ` +
      `number, ${number}, comes out as ${comes}; beside the other numbers of another batch it would come out as ${hundredths(elsewhere)}.`
    );
  const moved = isNew
    ? ""
    : ` ${counted(evaluated, "batch").replace(/batchs$/, "batches")} in eval mode moved neither.`;
  return (
    `By what it has kept from ${counted(trained, "batch").replace(/batchs$/, "batches")}: mean ` +
    `${formatBrief(kept.runningMean)}, variance ${formatBrief(kept.runningVariance)}, ${startLeft(trained)} % of it ` +
    `still the 0 and 1 of the start.${moved} The first number, ${number}, comes out as ${comes}, whatever stands beside it.`
  );
}

/** @param {readonly number[]} values */
const listed = (values) => `[${values.map(hundredths).join(", ")}]`;

/**
 * The first word, under both.
 * @param {typeof import("./derived.js").tokensAtHand.value} tokens
 */
export function wordSentences({ words, features, batch, first }) {
  const [word] = words[0];
  /** @param {number[][][]} now @param {number[][][]} before */
  const told = (now, before) => {
    const far = farthest(now[0][0], before[0][0]);
    return { values: listed(now[0][0]), moved: far < 1e-5 ? "as at first" : `moved by up to ${formatBrief(far)}` };
  };
  return { word, features: told(features, first.features), batch: told(batch, first.batch) };
}

/** @param {typeof import("./derived.js").tokensAtHand.value} tokens */
export function tokensNarration(tokens) {
  const { word, features, batch } = wordSentences(tokens);
  return (
    `“${word}”: over its features ${features.values}, ${features.moved}; over batch and tokens ${batch.values}, ` +
    `${batch.moved}.`
  );
}

export const OVER_NAMES = { features: "features", tokens: "tokens", batch: "batch and tokens" };

/** The most that there is to be known of the next letter, in bits. */
export const MOST_BITS = { equal: entropyOf(CHANCES.equal), counted: entropyOf(CHANCES.counted) };

/** "2.03 of 4.75". @param {{ equal: number, counted: number }} bits @param {"equal" | "counted"} chances */
export const shareText = (bits, chances) => `${bits[chances].toFixed(2)} of ${MOST_BITS[chances].toFixed(2)}`;

/**
 * What the two numbers tell, and whether it is all.
 * @param {typeof import("./derived.js").leakAtHand.value} leak
 */
export function leakSentence({ way, letter, noise, distinct: places, bits }) {
  const of = `Over ${OVER_NAMES[way]} “${letter}”`;
  if (places === 1)
    return `${of} stands in one place, whichever of the ${NEXT.length} comes next: its numbers tell 0 bits of it.`;
  const where = `${of} stands in ${places === NEXT.length ? `${places} different places` : `${places} places`}, by what comes next`;
  return noise === 0
    ? `${where}: its two numbers tell ${shareText(bits, "equal")} bits.`
    : `${where}. Under noise of ${formatTick(noise)} they tell ${shareText(bits, "equal")} bits.`;
}
