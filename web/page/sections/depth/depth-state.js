/** What the two networks compute, in the labs' worker, anew when a setting has changed; and all that can be set. */
import { computed, effect, signal } from "@preact/signals";
import { start } from "../../worker/client.js";
import { say } from "../../kit/announce.js";
import { mayChange } from "../../store/lesson.js";
import { commit, figures, look, state } from "../../store/state.js";
import { whenStill } from "../../kit/when-still.js";
import { narration } from "./sentences.js";

/** @typedef {import("./spec.js").DepthFigure} DepthFigure */
/** @typedef {import("./job.js").Depth} Depth */
/** @typedef {import("./job.js").Told} Told */
/** @typedef {import("./job.js").Settings} Settings */

/**
 * @typedef {object} Shown
 * @property {Settings} settings
 * @property {Depth} depth  of layers that are not known yet: what was there before
 * @property {number} known  how many layers are of these settings
 * @property {boolean} isWhole  whether everything is
 */

/** The networks that are drawn: those of the settings at hand, or, until these are computed, the ones before. */
export const shown = signal(/** @type {Shown | null} */ (null));

/** Whether the networks are wanted at all: not before the section comes near. */
export const isWanted = signal(false);

/** Why there is nothing to draw, if so. */
export const failure = signal("");

/** @param {DepthFigure} figure @returns {Settings} */
const settingsOf = ({ layer: _, ...settings }) => settings;

/** As text, so that looking at another layer computes nothing. */
const wanted = computed(() => JSON.stringify(settingsOf(figures.why.value)));

/** Whether what is drawn is that of the settings at hand, all of it. */
export const isSettled = computed(
  () => shown.value?.isWhole === true && JSON.stringify(shown.value.settings) === wanted.value,
);

/**
 * The share of a layer's numbers beyond the axis, if it is known.
 * @param {Told} told
 * @param {number} layer
 * @returns {number | undefined}
 */
export const beyondOf = ({ below, above }, layer) =>
  layer > below.length ? undefined : below[layer - 1] + above[layer - 1];

/**
 * A job that is done within so many ms is let be while settings change: in a drag, each stopped for the next one, none
 * would ever be done. One that takes longer shows its first layers before the last are known, and is stopped.
 */
const PATIENCE = 200;

/** @type {{ text: string, began: number, stop: () => void } | null} */
let running = null;

/**
 * The answer so far; none where what is wanted is there already, because a change was taken back.
 * @param {Settings} settings
 * @param {Depth} depth
 * @param {boolean} isWhole
 */
function show(settings, depth, isWhole) {
  if (isSettled.peek()) return;
  const before = shown.peek()?.depth;
  failure.value = "";
  shown.value = {
    settings,
    depth: {
      without: overlaid(depth.without, before?.without, settings.layers),
      with: overlaid(depth.with, before?.with, settings.layers),
    },
    known: depth.with.spread.length,
    isWhole,
  };
}

/**
 * What is known of a network, and for the rest what was known before.
 * @param {Told} now
 * @param {Told | undefined} before
 * @param {number} layers
 * @returns {Told}
 */
const overlaid = (now, before, layers) => ({
  spread: filled(now.spread, before?.spread, layers),
  density: filled(now.density, before?.density, layers),
  below: filled(now.below, before?.below, layers),
  above: filled(now.above, before?.above, layers),
  gradient: filled(now.gradient, before?.gradient, layers).map((value, i) => value ?? before?.gradient[i] ?? null),
});

/**
 * @template T
 * @param {readonly T[]} now
 * @param {readonly T[] | undefined} before
 * @param {number} layers
 * @returns {T[]}
 */
const filled = (now, before, layers) => [...now, ...(before ?? []).slice(now.length, layers)];

/** Computes what is wanted, now or once the job under way is done. */
function compute() {
  const text = wanted.peek();
  if (running?.text === text || isSettled.peek()) return;
  if (running && performance.now() - running.began < PATIENCE) return;
  running?.stop();
  const settings = /** @type {Settings} */ (JSON.parse(text));
  const began = performance.now();
  const isSlow = () => performance.now() - began >= PATIENCE;
  const stop = start("depth", settings, {
    part(depth) {
      if (depth && (isSlow() || shown.peek() === null)) show(settings, depth, false);
      if (isSlow() && wanted.peek() !== text) compute();
    },
    done(depth) {
      running = null;
      show(settings, depth, true);
      if (wanted.peek() !== text) compute();
    },
    failed(why) {
      running = null;
      failure.value = why;
    },
  });
  running = { text, began, stop };
}

/** From now on: computes what is set, and says what it comes to. @returns {() => void} ends that */
export function keepComputing() {
  /** @type {Settings | undefined} */
  let told;
  isWanted.value = true;
  const ends = [
    effect(() => {
      if (wanted.value) compute();
    }),
    whenStill(
      () => (shown.value && isSettled.value ? shown.value : undefined),
      (now) => {
        if (told) say(narration(told, now));
        told = now.settings;
      },
    ),
  ];
  return () => {
    for (const end of ends) end();
    running?.stop();
    running = null;
  };
}

/**
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function set(name, value) {
  if (!mayChange("why", name) || state.value.why[name] === value) return;
  commit({ ...state.value, why: { ...state.value.why, [name]: value } }, `why.${name}`);
}

/** Reads out another layer. @param {number} layer */
export function lookAtLayer(layer) {
  const { layers } = state.value.why;
  const within = Math.min(Math.max(layer, 1), layers);
  look({ ...state.value, why: { ...state.value.why, layer: within } });
}

/** The layer that is read out: the last, where there are fewer than there were. */
export const layerShown = () => Math.min(figures.why.value.layer, figures.why.value.layers);
