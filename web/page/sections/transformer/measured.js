/** Losses that were measured beforehand, all on the same held-out words: what the lab's own are compared with. */
import losses from "./words/losses.json" with { type: "json" };

/** @typedef {import("./spec.js").Mode} Mode */

export const measured = losses;

/** Guessing any of the letters, and the end, alike. */
export const UNSURE = { name: "blindly", loss: Math.log(27) };

/** The worst that all nine norms in one mode come to. */
export const WORST = Math.max(...Object.values(losses.modes).map(({ all }) => all));

/** Who guesses how well: the model's own loss is seen among these. */
export const SCALE = [
  { name: "letter triples", loss: losses.triples },
  { name: "letter pairs", loss: losses.pairs },
  UNSURE,
];
