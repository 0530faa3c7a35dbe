/** What follows from the section's state. */
import { computed } from "@preact/signals";
import { figures } from "../../store/state.js";
import { bitsOf, CHANCES, distinct, NEXT, placesOf } from "./leak.js";
import { OVERS, WORD } from "./limits.js";
import { momentsOf, outOf, START, training } from "./stream.js";
import { normalizedTokens } from "./tokens.js";

/** The batch at hand, what the layer kept before and after it, and what comes out. */
export const batchAtHand = computed(() => {
  const { trained, evaluated, mode } = figures.batch.value;
  const { trained: seen, others } = training();
  const last = seen[trained - 1];
  const x = mode === "eval" && evaluated > 0 ? others[evaluated - 1] : last.x;
  const out = outOf(x, mode, last);
  const own = { ...momentsOf(x, 0), unbiased: momentsOf(x, 1).variance };
  const told = momentsOf(out, 0);
  // The same first number beside the other numbers of a batch that is not this one.
  const neighbours = seen[trained >= 2 && x === last.x ? trained - 2 : trained % seen.length].x;
  const elsewhere = outOf(Float32Array.from([x[0], ...neighbours.slice(1)]), mode, last)[0];
  return {
    x,
    out,
    own,
    elsewhere,
    mean: told.mean,
    spread: Math.sqrt(told.variance),
    kept: last,
    before: trained > 1 ? seen[trained - 2] : START,
    isNew: mode === "train" || evaluated === 0,
  };
});

export const tokensAtHand = computed(() => {
  const { padded, ending, other } = figures.batch.value;
  return normalizedTokens({ padded, ending, other });
});

/** What two numbers of the last letter that was read tell of the next one, normalized over each. */
export const leakAtHand = computed(() => {
  const { over, read, noise } = figures.batch.value;
  const ways = OVERS.map((way) => {
    const places = placesOf(way, read);
    const bits = {
      equal: bitsOf(places, CHANCES.equal, noise),
      counted: bitsOf(places, CHANCES.counted, noise),
    };
    return { way, places, distinct: distinct(places), bits };
  });
  const shown = ways[OVERS.indexOf(over)];
  return { ...shown, ways, read, noise, letter: WORD[read - 1], next: WORD[read] ?? NEXT[0] };
});
