/** The losses of a run as a line of the chart, whose axis has fixed ends. */
import { STEPS, VOCABULARY } from "./architecture.js";
import { HIDES } from "./rhythm.js";

/** How wide and high the drawing is, in its own units. */
export const SIZE = 1000;
/** The axis goes so far; what is larger lies at its upper end. */
export const MOST = 4;
export const TICKS = [0, 1, 2, 3, 4];
/** Of guessing each letter, and the end, as likely as any other. */
export const BLIND = Math.log(VOCABULARY.length);

/** @param {number} loss */
export const heightOf = (loss) => Math.round(SIZE * (1 - Math.min(loss, MOST) / MOST));

/** @param {readonly number[]} losses @param {number} every */
export const lineOf = (losses, every) =>
  losses
    .map((loss) => (Number.isFinite(loss) ? loss : MOST))
    .map((loss, i) => `${i === 0 ? "M" : "L"}${Math.round((SIZE * i * every) / STEPS)} ${heightOf(loss)}`)
    .join("");

/** Dots, where the loss was measured with the letters to come cut off. @param {readonly number[]} hidden */
export const dotsOf = (hidden) =>
  lineOf(hidden, HIDES)
    .replaceAll("L", "h.01M")
    .concat(hidden.length > 0 ? "h.01" : "");
