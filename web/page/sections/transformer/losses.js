/** Losses that were measured beforehand, all on the same held-out words. The lab compares its own with them. */
import { VOCABULARY } from "./architecture.js";
import losses from "./words/losses.json" with { type: "json" };

export const measured = losses;

/** A guess that takes each letter, and the end of the word, for equally likely. */
export const UNSURE = { name: "blindly", loss: Math.log(VOCABULARY.length) };

/** The largest loss that was measured with all norms in one mode. */
export const WORST = Math.max(...Object.values(losses.modes).map(({ all }) => all));

/** The losses that the model's own is drawn beside. */
export const SCALE = [
  { name: "letter triples", loss: losses.triples },
  { name: "letter pairs", loss: losses.pairs },
  UNSURE,
];
