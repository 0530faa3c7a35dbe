/** What the worker computes: many layers at the factor at hand, and many networks that learn. */
import { computed } from "@preact/signals";
import { answerTo } from "../../worker/answer.js";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { figures } from "../../store/state.js";
import { layer } from "./derived.js";
import { layerNarration, networksNarration } from "./sentences.js";

/** @typedef {import("./job.js").Pair} Pair */
/** @typedef {import("./job.js").Layer} Layer */

export const layers = answerTo({
  job: "invariance/layers",
  settings: () => {
    const { seed, factor } = figures.invariance.value;
    return { seed, factor };
  },
  done: (/** @type {Layer[]} */ all) => all,
  patience: 600,
});

export const networks = answerTo({
  job: "invariance/pairs",
  settings: () => {
    const { seed, rate, decay } = figures.invariance.value;
    return { seed, rate, decay };
  },
  part: (/** @type {Pair[] | undefined} */ pairs) => pairs,
  done: (/** @type {Pair[]} */ pairs) => pairs,
});

/** For aria-busy: a reader may have stopped the networks, and then nothing is under way. */
export const isBusy = computed(() => (networks.isWanted.value ? networks.isRunning.value : undefined));

/** The pairs that are drawn, and how they were set. */
export const shown = computed(() => networks.shown.value);

/** From now on: computes the layers, and says what scaling has come to. @returns {() => void} ends that */
export function keepScaling() {
  const ends = [
    layers.keepAsking(),
    sayWhenStill(
      () => layerNarration(figures.invariance.value.factor, layer.value),
      (now, before) => (now === before ? "" : now),
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** From now on: trains the networks, and says what that has come to. @returns {() => void} ends that */
export function keepTraining() {
  const ends = [
    networks.keepAsking(),
    sayWhenStill(
      () => (networks.isSettled.value && shown.value ? networksNarration(shown.value) : undefined),
      (now, before) => (now === before ? "" : now),
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}
