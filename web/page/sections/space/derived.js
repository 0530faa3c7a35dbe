/** What follows from the section's state. */
import { computed } from "@preact/signals";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { figures } from "../../store/state.js";
import { gradientsOf, shownOf } from "./norm.js";
import { sentenceOf } from "./sentences.js";

/** The settings that the numbers follow from: who turns the camera computes nothing. */
const settings = computed(() => {
  const { turn: _turn, tilt: _tilt, hand: _hand, gradient: _gradient, ...others } = figures.space.value;
  return JSON.stringify(others);
});

/** The row at all its stages. */
export const shown = computed(() => shownOf({ ...figures.space.peek(), ...JSON.parse(settings.value) }));

/** What comes back. */
export const gradients = computed(() => gradientsOf({ ...figures.space.peek(), ...JSON.parse(settings.value) }));

/** What has happened, in a sentence or two. */
export const sentence = computed(() => sentenceOf(figures.space.value, shown.value, gradients.value));

/** From now on: says what has happened. @returns {() => void} ends that */
export const keepTelling = () =>
  sayWhenStill(
    () => sentence.value,
    (now) => now,
  );
