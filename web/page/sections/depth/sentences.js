/** The depth lab in words: its settings, its numbers, and what they come to. */
import { formatBrief } from "../../kit/format.js";

/** @typedef {import("./job.js").Settings} Settings */
/** @typedef {import("./depth-state.js").Shown} Shown */

export const ACTIVATION_NAMES = { none: "none", relu: "ReLU", gelu: "GELU", tanh: "tanh" };
export const NORM_NAMES = { layer: "LayerNorm", rms: "RMSNorm" };

/** @param {number} gain */
export const gainText = (gain) => gain.toFixed(2);

/**
 * A number that may not be known yet.
 * @param {number | null | undefined} value
 * @param {(value: number) => string} format
 */
export const written = (value, format) => (value === null || value === undefined ? "…" : format(value));

/** "34 %"; what is neither none nor all is not rounded to it. @param {number} share */
export function shareText(share) {
  if (share > 0 && share < 0.005) return "< 1 %";
  if (share < 1 && share >= 0.995) return "> 99 %";
  return `${Math.round(100 * share)} %`;
}

/** @param {number} count */
const layersText = (count) => (count === 1 ? "one layer" : `${count} layers`);

/** Where the second network normalizes. @param {Settings} settings */
export function whereNormalized({ norm, residual }) {
  const name = NORM_NAMES[norm];
  if (residual === "pre") return `with ${name} before each layer`;
  return residual === "post" ? `with ${name} after each sum` : `with ${name} after each layer`;
}

/** @param {Settings} settings @returns {Record<keyof Settings, string>} */
const named = ({ seed, gain, layers, features, activation, residual, norm }) => ({
  seed: `seed ${seed}`,
  gain: `gain ${gainText(gain)}`,
  layers: layersText(layers),
  features: `${features} features`,
  activation: `activation ${ACTIVATION_NAMES[activation]}`,
  residual: `residual ${residual}`,
  norm: NORM_NAMES[norm],
});

/**
 * What has changed, and what comes of it: "gain 1.20: after 24 layers the spread is 50.75 without, 1.00 with
 * LayerNorm".
 * @param {Settings} before
 * @param {Shown} now
 */
export function narration(before, { settings, depth }) {
  const names = named(settings);
  const changed = /** @type {(keyof Settings)[]} */ (Object.keys(names)).filter(
    (name) => settings[name] !== before[name],
  );
  if (changed.length === 0) return "";
  const last = settings.layers - 1;
  const [without, normed] = [depth.without, depth.with].map(({ spread }) => formatBrief(spread[last]));
  return (
    `${changed.map((name) => names[name]).join(", ")}: after ${layersText(settings.layers)} ` +
    `the spread is ${without} without, ${normed} with ${NORM_NAMES[settings.norm]}`
  );
}

/**
 * What all layers come to, without a norm and with one.
 * @param {Shown} shown
 */
export function finding({ settings, depth }) {
  const { gain, layers, activation, residual, norm } = settings;
  const [without, normed] = [depth.without, depth.with].map(({ spread }) => spread[layers - 1]);
  const [back, tamed] = [depth.without, depth.with].map(({ gradient }) => formatBrief(gradient[0] ?? NaN));
  const gradients = `A gradient of spread 1 comes back to layer 1 as ${back} without normalization, as ${tamed} with it.`;
  const after = `After ${layersText(layers)} a spread of 1 has become ${formatBrief(without)} without normalization`;
  if (residual === "pre") {
    const root = Math.sqrt(1 + layers * gain ** 2);
    return (
      `${after}. With ${NORM_NAMES[norm]} before each layer it is ${formatBrief(normed)}: what is added each time has a spread of about ` +
      `${gainText(gain)} whatever came before, so the sum grows with the root of the depth (√(1 + ${layers} · ${gainText(gain)}²) = ` +
      `${formatBrief(root)}), as it does in real models. ${gradients}`
    );
  }
  const multiplies = residual === "no" && (activation === "none" || activation === "relu");
  const law = multiplies
    ? ` (${layers === 1 ? `one factor of ${gainText(gain)} makes` : `${layers} factors of ${gainText(gain)} make`} ${formatBrief(gain ** layers)}, ` +
      "around which random weights scatter)"
    : "";
  return `${after}${law}. With ${NORM_NAMES[norm]} it is ${formatBrief(normed)}. ${gradients}`;
}
