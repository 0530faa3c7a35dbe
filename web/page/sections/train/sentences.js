/** The section in words. */
import { STEPS } from "./architecture.js";

/** @typedef {import("./run.js").Run} Run */
/** @typedef {import("./spec.js").TrainFigure} Settings */
/** @typedef {import("./spec.js").Norm} Norm */

/** @type {Record<Norm, string>} */
export const NORM_NAMES = { layer: "LayerNorm", rms: "RMSNorm", none: "no norm", tokens: "wrong dim" };
/** As a sentence calls the network. @type {Record<Norm, string>} */
const WITH = {
  layer: "With LayerNorm",
  rms: "With RMSNorm",
  none: "Without a norm",
  tokens: "Normalized over the tokens",
};
/** Where a norm stands: before each part, or after its sum with the stream. */
export const PLACE_NAMES = { pre: "before", post: "after" };

/** Two losses that are nearer than this are called the same. */
export const SAME = 0.01;

/** @param {number} rate */
export const rateText = (rate) => String(rate);

/** @param {number} loss */
export const lossText = (loss) => (Number.isFinite(loss) ? loss.toFixed(loss < 1 ? 3 : 2) : "not a number");

/** The last of some losses. @param {readonly number[]} losses */
export const lastOf = (losses) => losses[losses.length - 1];

/** @param {Settings} settings */
const sizeText = ({ depth, rate, seed }) => `${depth} blocks, rate ${rateText(rate)}, seed ${seed}`;

/** "LayerNorm before, 3 blocks, rate 0.003, seed 123" @param {Settings} settings */
export const settingsText = (settings) =>
  `${NORM_NAMES[settings.norm]}${settings.norm === "none" ? "" : ` ${PLACE_NAMES[settings.place]}`}, ${sizeText(settings)}`;

/** What is set beside the norms: "placed before, 3 blocks, rate 0.003, seed 123" @param {Settings} settings */
export const restText = (settings) =>
  `${settings.norm === "none" ? "" : `placed ${PLACE_NAMES[settings.place]}, `}${sizeText(settings)}`;

/**
 * What a run has come to.
 * @param {{ settings: Settings, run: Run }} shown
 */
export function runText({ settings, run }) {
  const { step, losses, hidden } = run;
  const [loss, alone] = [lastOf(losses), lastOf(hidden)];
  if (losses.length === 0) return "The network is being made.";
  const begin = `${WITH[settings.norm]} the loss is ${lossText(loss)} after ${step} ${step === 1 ? "step" : "steps"}`;
  if (!Number.isFinite(loss)) return `${begin}: its numbers have grown beyond all bounds.`;
  if (step < STEPS) return `${begin}.`;
  return `${begin}. ${verdict(settings.norm, loss, alone)}`;
}

/**
 * What both losses together say. Where the norms let letters to come in, equal ones do not show that none was seen.
 * @param {Settings["norm"]} norm
 * @param {number} loss
 * @param {number} alone
 */
function verdict(norm, loss, alone) {
  if (Math.abs(alone - loss) < SAME)
    return `With the letters to come cut off it is the same: the network ${norm === "tokens" ? "made nothing" : "sees none"} of them.`;
  return alone > loss
    ? `With the letters to come cut off it is ${lossText(alone)}: the network had read them.`
    : `With the letters to come cut off it is ${lossText(alone)}: with them there it is worse.`;
}
