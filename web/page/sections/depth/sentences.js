/** The depth lab in words: its settings, its numbers, and what they come to. */
import { formatBrief, scientific, withMinus } from "../../kit/format.js";
import { ACTIVATIONS, HE } from "./factors.js";
import { NETWORKS, START_NAMES } from "./limits.js";
import { middleIn, middleOf, middlesOf, valuesIn } from "./middle.js";

/** @typedef {import("./job.js").Settings} Settings */
/** @typedef {import("./answer.js").Shown} Shown */
/** @typedef {import("./spec.js").DepthFigure["gradient"]} Gradient */
/** @typedef {import("./middle.js").Middle} Middle */

export const ACTIVATION_NAMES = { none: "none", relu: "ReLU", gelu: "GELU", tanh: "tanh" };
export const NORM_NAMES = { layer: "LayerNorm", rms: "RMSNorm", dyt: "tanh(a x)" };
export const VIEW_NAMES = { fifty: `${NETWORKS} networks`, one: "one network" };
export const GRADIENT_NAMES = { weights: "weights", numbers: "numbers" };

/** @param {number} gain */
export const gainText = (gain) => gain.toFixed(2);

/** What stands where a norm would. @param {Pick<Settings, "norm" | "alpha">} settings */
export const normName = ({ norm, alpha }) => (norm === "dyt" ? `tanh(${alpha} x)` : NORM_NAMES[norm]);

/** A size in three digits or so: no network is like another beyond them. @param {number} value */
export function sizeText(value) {
  if (value > 0 && value < 5e-7) return withMinus(scientific(value, 1));
  if (value >= 1e5 && value < Infinity) return withMinus(scientific(value, 1));
  if (!(value >= 10)) return formatBrief(value);
  return value.toFixed(value < 100 ? 1 : 0);
}

/**
 * A number that may not be known yet.
 * @param {number | null | undefined} value
 * @param {(value: number) => string} format
 */
export const written = (value, format) => (value === null || value === undefined ? "…" : format(value));

/** "34.8 to 74.1". @param {Middle | undefined} middle */
export const halfText = (middle) => (middle ? `${sizeText(middle.low)} to ${sizeText(middle.high)}` : "…");

/** "34 %"; what is neither none nor all is not rounded to it. @param {number} share */
export function shareText(share) {
  if (share > 0 && share < 0.005) return "< 1 %";
  if (share < 1 && share >= 0.995) return "> 99 %";
  return `${Math.round(100 * share)} %`;
}

/** @param {number} count */
export const layersText = (count) => (count === 1 ? "one layer" : `${count} layers`);

/** Where the second network normalizes. @param {Settings} settings */
export function whereNormalized(settings) {
  const [name, { residual }] = [normName(settings), settings];
  if (residual === "pre") return `with ${name} before each layer`;
  return residual === "post" ? `with ${name} after each sum` : `with ${name} after each layer`;
}

/** @param {Settings} settings @returns {Record<keyof Settings, string>} */
const named = ({ seed, gain, layers, features, activation, residual, norm, alpha, start }) => ({
  seed: `seed ${seed}`,
  gain: `gain ${gainText(gain)}`,
  layers: layersText(layers),
  features: `${features} features`,
  activation: `activation ${ACTIVATION_NAMES[activation]}`,
  residual: `residual ${residual}`,
  norm: normName({ norm, alpha }),
  alpha: `a ${alpha}`,
  start: `start ${START_NAMES[start]}`,
});

/** @param {Shown} shown @param {"without" | "with"} which */
const inTheEnd = ({ networks, settings: { layers } }, which) =>
  /** @type {Middle} */ (middleIn(networks, which, "spread", layers));

/**
 * The settings that have changed, and the spread after the last layer: "gain 1.20: after 24 layers the median spread of
 * 50 networks is 60.4 without a norm, half of them from 38.2 to 111; 1.00 with LayerNorm".
 * @param {Settings} before
 * @param {Shown} now
 */
export function narration(before, now) {
  const { settings, networks } = now;
  const names = named(settings);
  const changed = /** @type {(keyof Settings)[]} */ (Object.keys(names)).filter(
    (name) => settings[name] !== before[name],
  );
  if (changed.length === 0) return "";
  const [without, normed] = [inTheEnd(now, "without"), inTheEnd(now, "with")];
  const head = `${changed.map((name) => names[name]).join(", ")}: after ${layersText(settings.layers)} the`;
  const norm = normName(settings);
  return networks.length === 1
    ? `${head} spread is ${formatBrief(without.median)} without, ${formatBrief(normed.median)} with ${norm}`
    : `${head} median spread of ${networks.length} networks is ${sizeText(without.median)} without a norm, half of them ` +
        `from ${halfText(without)}; ${sizeText(normed.median)} with ${norm}`;
}

/**
 * The factor of the mean square's root in a layer that is given normally distributed numbers of mean square 1: the
 * gain, where the weights have the activation's own factor.
 * @param {Settings} settings
 */
export const factorOf = ({ gain, activation, start }) =>
  start === "he" ? (gain * HE) / ACTIVATIONS[activation].keeps : gain;

/**
 * What all weights that can be drawn come to, where that is known: the numbers' root mean square. A spread's is a
 * little less, by the mean of the numbers that it is taken of.
 * @param {Settings} settings
 */
export const lawOf = (settings) =>
  settings.residual === "no" &&
  settings.start !== "fixup" &&
  (settings.activation === "none" || settings.activation === "relu")
    ? factorOf(settings) ** settings.layers
    : undefined;

/** @param {Settings} settings */
function lawText(settings) {
  const [{ layers }, factor] = [settings, gainText(factorOf(settings))];
  const factors = layers === 1 ? `One factor of ${factor} makes` : `${layers} factors of ${factor} make`;
  return `${factors} ${formatBrief(/** @type {number} */ (lawOf(settings)))}`;
}

/** Outside of these a gradient is said to have left the norm's reach. */
export const NEAR_ONE = /** @type {const} */ ([0.5, 2]);

/** What all layers come to, without a norm and with one. @param {Shown} shown @param {Gradient} gradient */
export const finding = (shown, gradient) =>
  [started(shown.settings), forward(shown), growth(shown), bounded(shown), back(shown, gradient)].join("");

/** Of another start than the activation's own: what it is. @param {Settings} settings */
function started({ start, activation }) {
  if (start === "own") return "";
  if (start === "fixup") return "Fixup-like, the last matrix of each layer begins as zero. ";
  const share = HE / ACTIVATIONS[activation].keeps;
  if (share === 1) return "He’s factor, √2, is ReLU’s own. ";
  const whose = activation === "none" ? "keeps the size without an activation" : `is ${ACTIVATION_NAMES[activation]}’s`;
  return `He’s factor, √2, is made for ReLU: it is ${formatBrief(share)} times the one that ${whose}. `;
}

/** What goes forward through branches that put out zeros. @param {Shown} shown */
function throughZeros(shown) {
  if (shown.settings.residual === "no") return "Without a residual nothing comes through, forward or back. ";
  const spread = sizeText(inTheEnd(shown, "without").median);
  const whose = shown.networks.length === 1 ? "the spread" : "the median spread";
  return (
    `Each layer adds 0, so without normalization the inputs come through as they are: ${whose} is ${spread} after ` +
    "each layer, before a first step of training. "
  );
}

/** What goes forward. @param {Shown} shown */
function forward(shown) {
  const { settings, networks } = shown;
  if (settings.start === "fixup") return throughZeros(shown);
  const { layers } = settings;
  const [without, normed] = [inTheEnd(shown, "without"), inTheEnd(shown, "with")];
  const law = lawOf(settings);
  if (networks.length === 1) {
    const scatter = law ? ` (${lawText(settings)}, the root mean square of the numbers over all weights)` : "";
    return (
      `In this network, after ${layersText(layers)}, a spread of 1 has become ${formatBrief(without.median)} without ` +
      `normalization${scatter}, ${formatBrief(normed.median)} with ${normName(settings)}. `
    );
  }
  const half =
    `the median spread of these ${networks.length} networks is ${sizeText(without.median)}, and half of them lie between ` +
    `${sizeText(without.low)} and ${sizeText(without.high)}`;
  if (law === undefined || settings.norm === "dyt") return `Without normalization ${half}. `;
  const below = valuesIn(networks, "without", "spread", layers).filter((spread) => spread < law).length;
  const why = below > networks.length / 2 ? " Large ones weigh most in a root mean square." : "";
  return (
    `${lawText(settings)}: that is the root mean square of the numbers over all weights. Without normalization ` +
    `${half}; ${below} lie below that root mean square.${why} `
  );
}

/** How a stream grows that is not normalized itself. @param {Shown} shown */
function growth({ settings }) {
  const { residual, layers, norm, start } = settings;
  if (residual !== "pre" || norm === "dyt" || start === "fixup") return "";
  const factor = factorOf(settings);
  return (
    `Each layer adds numbers of a spread of about ${gainText(factor)}, so while weights are random the sum grows with the root of ` +
    `the depth: √(1 + ${layers} · ${gainText(factor)}²) = ${formatBrief(Math.sqrt(1 + layers * factor ** 2))}. `
  );
}

/** What tanh(a x) does with the numbers, and what it does not. @param {Shown} shown */
function bounded(shown) {
  const { settings, networks } = shown;
  if (settings.norm !== "dyt") return "";
  const apart = middleOf(networks.map((pair) => pair.with.apart ?? NaN)).median;
  const spread = sizeText(inTheEnd(shown, "with").median);
  const which = networks.length === 1 ? "" : "median ";
  const rows =
    apart < Infinity
      ? `Rows stay apart: at the end the largest is ${sizeText(apart)} times the smallest, where a norm makes them alike. `
      : "";
  return (
    `${normName(settings)} keeps each number that it puts out between −1 and 1, but sets no size: the ${which}spread is ` +
    `${spread} after ${layersText(settings.layers)}. ${rows}`
  );
}

/**
 * What comes back. A norm sets what goes forward: that a gradient keeps its size, it does not promise.
 * @param {Shown} shown
 * @param {Gradient} gradient
 */
function back({ networks, settings }, gradient) {
  const { layers, norm, residual, start } = settings;
  if (start === "fixup" && residual === "no") return "";
  const name = normName(settings);
  const matrices = start === "fixup" && gradient === "weights" ? "last matrices" : GRADIENT_NAMES[gradient];
  const of = `${networks.length > 1 ? "median gradient" : "gradient"} of the ${matrices}`;
  const forward = residual === "pre" ? "what each layer is given" : "what goes forward";
  const middles = middlesOf(networks, "with", gradient, layers).map(({ median }) => median);
  if (middles.length < layers) return "";
  const sizes = middles.map((median) => Math.abs(Math.log(median)));
  const farthest = sizes.indexOf(Math.max(...sizes));
  const without = `${sizeText(middleIn(networks, "without", gradient, farthest + 1)?.median ?? NaN)} without it`;
  const size = sizeText(middles[farthest]);
  const at = `${size} at layer ${farthest + 1}`;
  const [low, high] = NEAR_ONE;
  // As it is written: 0.496 is written 0.50, which has not left 0.5 to 2.
  if (Number(size) >= low && Number(size) <= high)
    return `With ${name} the ${of} stays between ${low} and ${high} here: farthest from 1, it is ${at}, and there ${without}.`;
  const head =
    norm === "dyt"
      ? ""
      : `${name} sets the ${norm === "rms" ? "root mean square" : "spread"} of ${forward}, not of what comes back. `;
  return `${head}The ${of} is ${at} with ${name}, ${without}.`;
}
