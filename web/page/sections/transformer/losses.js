/** Losses that were measured beforehand, all on the same held-out words. The lab compares its own with them. */
import { VOCABULARY } from "./architecture.js";
import losses from "./words/losses.json" with { type: "json" };
import trainedAnew from "./words/variants.json" with { type: "json" };

export const measured = losses;

/** A smaller difference of losses does not show in the words that are made up. */
export const UNSEEN = 0.02;

/** Whether a loss is worse than the model's as trained, so that it shows. @param {number} loss */
export const isWorse = (loss) => loss > measured.trained + UNSEEN;

/**
 * The loss that was measured with the norms in these modes; null where none was.
 * @param {readonly import("./modes.js").Mode[]} modes
 * @param {number} shift
 */
export function measuredLoss(modes, shift) {
  const changed = modes.flatMap((mode, i) => (mode === "trained" ? [] : [i]));
  const [mode] = changed.length === 0 ? modes : [modes[changed[0]]];
  if (changed.some((i) => modes[i] !== mode)) return null;
  const isAll = changed.length === modes.length || mode === "trained";
  if (shift !== 0) return (isAll && losses.shifts[mode].find(([by]) => by === shift)?.[1]) || null;
  if (mode === "trained") return losses.trained;
  if (isAll) return losses.modes[mode].all;
  return changed.length === 1 ? losses.modes[mode].one[changed[0]] : null;
}

/** A guess that takes each letter, and the end of the word, for equally likely. */
export const UNSURE = { name: "blind guessing", loss: Math.log(VOCABULARY.length) };

/** The ends of the line on which losses are drawn; what is larger stands at its end. */
export const LINE = /** @type {const} */ ([1, 5]);

/** The losses that the model's own is drawn beside. */
export const SCALE = [
  { name: "letter triples", loss: losses.triples },
  { name: "letter pairs", loss: losses.pairs },
  UNSURE,
];

/**
 * Smaller nets of the same build, trained with their norms, without, and over the tokens
 * (tests/fixtures/words/variants.py).
 */
export const variants = trainedAnew;

/** The losses at a kind's best rate, from each seed. @param {keyof typeof trainedAnew.kinds} kind */
export function bestOf(kind) {
  const sums = variants.kinds[kind].map(({ losses }) => losses.reduce((sum, loss) => sum + loss));
  return variants.kinds[kind][sums.indexOf(Math.min(...sums))].losses;
}
