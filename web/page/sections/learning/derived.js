/** What follows from the settings of the one row: where it has been, and its gradient. */
import { computed } from "@preact/signals";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { figures } from "../../store/state.js";
import { descend, termsOf } from "./row.js";
import { rowNarration } from "./sentences.js";

/** @typedef {import("./spec.js").LearningFigure} LearningFigure */

/** Some settings as text: a change of the others computes nothing. @param {readonly (keyof LearningFigure)[]} names */
const textOf = (names) =>
  computed(() => JSON.stringify(Object.fromEntries(names.map((name) => [name, figures.learning.value[name]]))));

const pathSettings = textOf(["mean", "spread", "rate", "steps"]);
/** Where weight and bias have been. */
export const path = computed(() => descend(JSON.parse(pathSettings.value)));

const termSettings = textOf(["mean", "spread", "rate", "steps", "at", "dy"]);
/** The gradient of the row, in its terms. */
export const terms = computed(() => termsOf(JSON.parse(termSettings.value)));

/** From now on: says where the row has come. @returns {() => void} ends that */
export const keepTelling = () =>
  sayWhenStill(
    () => rowNarration(figures.learning.value, path.value),
    (now, before) => (now === before ? "" : now),
  );
