/** What can be done to the section: settings, and the two trainings, each step by step or by itself. */
import { computed, effect, signal } from "@preact/signals";
import { start } from "../../worker/client.js";
import { say } from "../../kit/announce.js";
import { mayChange } from "../../store/lesson.js";
import { commit, figures, look, state } from "../../store/state.js";
import { whenStill } from "../../kit/when-still.js";
import { isStill } from "../../kit/screen.js";
import { descend, termsOf } from "./row.js";
import { rowNarration, spiralsNarration } from "./sentences.js";
import { MOST_STEPS, MOST_TRAINED } from "./limits.js";

/** @typedef {import("./spec.js").LearningFigure} LearningFigure */
/** @typedef {import("./job.js").Spirals} Spirals */

/**
 * @template {keyof LearningFigure} Name
 * @param {Name} name
 * @param {LearningFigure[Name]} value
 */
export function set(name, value) {
  if (!mayChange("learning", name) || state.value.learning[name] === value) return;
  commit({ ...state.value, learning: { ...state.value.learning, [name]: value } }, `learning.${name}`);
}

/** @param {Partial<Pick<LearningFigure, "at" | "dy">>} where */
export const lookAtLearning = (where) => look({ ...state.value, learning: { ...state.value.learning, ...where } });

/**
 * Parts of the state that decide what is computed: another part that changes computes nothing.
 * @param {readonly (keyof LearningFigure)[]} names
 */
const partOf = (names) =>
  computed(() => JSON.stringify(Object.fromEntries(names.map((name) => [name, figures.learning.value[name]]))));

const rowSettings = partOf(["mean", "spread", "rate", "steps"]);
/** Where weight and bias have been. */
export const path = computed(() => descend(JSON.parse(rowSettings.value)));

const termSettings = partOf(["mean", "spread", "rate", "steps", "at", "dy"]);
/** The gradient of the row, in its terms. */
export const terms = computed(() => termsOf(JSON.parse(termSettings.value)));

// Running ----------------------------------------------------------------------------------------------------

/** @typedef {"steps" | "trained"} Counter */
/**
 * How far each may go, and how many steps it makes at a time.
 * @type {Record<Counter, { most: number, stride: number }>}
 */
const COUNTERS = { steps: { most: MOST_STEPS, stride: 1 }, trained: { most: MOST_TRAINED, stride: 4 } };
/** Between two steps of the row, in ms: slow enough to be seen. */
const PAUSE = 90;

/** The training that goes on by itself, and where it has come to: whoever sets it elsewhere has stopped it. */
const running = signal(/** @type {{ counter: Counter, at: number } | null} */ (null));

/** @param {Counter} counter */
export const isRunning = (counter) =>
  running.value?.counter === counter && running.value.at === figures.learning.value[counter];

/** @param {Counter} counter @param {number} steps */
export function go(counter, steps) {
  running.value = null;
  set(counter, Math.min(figures.learning.value[counter] + steps, COUNTERS[counter].most));
}

/** Back to the beginning. @param {Counter} counter */
export function restart(counter) {
  running.value = null;
  set(counter, 0);
}

/**
 * Goes on by itself until the end; or stops there. With reduced motion it is at the end at once.
 * @param {Counter} counter
 */
export function toggle(counter) {
  if (isRunning(counter)) {
    running.value = null;
    if (counter === "trained" && !isSettled.value)
      set("trained", Math.min(reached.value, figures.learning.value.trained));
    return;
  }
  const { most, stride } = COUNTERS[counter];
  if (figures.learning.value[counter] === most) set(counter, 0);
  running.value = { counter, at: figures.learning.value[counter] };
  advance(isStill.value ? most : stride);
}

/** The next steps of what is running. @param {number} stride */
function advance(stride) {
  const now = running.value;
  if (!now || !isRunning(now.counter)) return;
  const at = Math.min(now.at + stride, COUNTERS[now.counter].most);
  set(now.counter, at);
  running.value = { counter: now.counter, at };
  if (now.counter === "steps") nextOrEnd();
}

/** Once what there is has been shown. */
function nextOrEnd() {
  const now = running.value;
  if (!now) return;
  const { most, stride } = COUNTERS[now.counter];
  if (now.at >= most || !isRunning(now.counter)) running.value = null;
  else if (now.counter === "steps") setTimeout(advance, PAUSE, stride);
  else requestAnimationFrame(() => advance(stride));
}

// The spirals, in the worker ---------------------------------------------------------------------------------

/** What is drawn: of the settings at hand, or, until that is computed, of those before. */
export const shown = signal(/** @type {{ key: string, spirals: Spirals } | null} */ (null));

/** Whether the spirals are wanted at all: not before they come near. */
export const isWanted = signal(false);

/** Why there is nothing to draw, if so. */
export const failure = signal("");

/** How many steps of what is wanted have been made. */
export const reached = signal(0);

const wanted = partOf(["seed", "pace", "trained"]);

/** Whether what is drawn is that of the settings at hand. */
export const isSettled = computed(() => shown.value?.key === wanted.value);

/** @type {(() => void) | null} */
let stopJob = null;

function train() {
  const key = wanted.value;
  stopJob?.();
  stopJob = null;
  if (isSettled.peek()) return;
  const { seed, pace, trained } = JSON.parse(key);
  stopJob = start(
    "spirals",
    { seed, rate: pace, trained },
    {
      part: (/** @type {number} */ step) => {
        reached.value = step;
      },
      done(spirals) {
        stopJob = null;
        failure.value = "";
        reached.value = spirals.trained;
        shown.value = { key, spirals };
        if (running.peek()?.counter === "trained") nextOrEnd();
      },
      failed(why) {
        stopJob = null;
        running.value = null;
        failure.value = why;
      },
    },
  );
}

/**
 * Says what something has come to once it has been still, but not what was there at first.
 * @param {() => string} tell
 */
function sayWhenStill(tell) {
  let told = "";
  return whenStill(
    () => tell() || undefined,
    (text) => {
      if (told !== "" && told !== text) say(text);
      told = text;
    },
    // There is nothing to wait for before the first.
    () => (told === "" ? 0 : undefined),
  );
}

/** From now on: says what the row comes to. @returns {() => void} ends that */
export const keepTelling = () => sayWhenStill(() => rowNarration(figures.learning.value, path.value));

/** From now on: trains as far as is set, and says what it comes to. @returns {() => void} ends that */
export function keepTraining() {
  isWanted.value = true;
  const ends = [
    effect(train),
    sayWhenStill(() =>
      isSettled.value && shown.value && !isRunning("trained") ? spiralsNarration(shown.value.spirals) : "",
    ),
  ];
  return () => {
    for (const end of ends) end();
    stopJob?.();
    stopJob = null;
  };
}
