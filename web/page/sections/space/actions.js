/** What can be set in the section. */
import { isFixed, mayChange } from "../../store/lesson.js";
import { commit, figures, look, state } from "../../store/state.js";
import { BIASES, REACH, TILTS } from "./limits.js";
import { handOf, stagesOf } from "./norm.js";

/** @typedef {import("./spec.js").SpaceFigure} SpaceFigure */

/**
 * @param {Partial<SpaceFigure>} to
 * @param {string} [key]  successive steps with the same key are one for undo
 */
export function set(to, key) {
  const now = state.value.space;
  const names = /** @type {(keyof SpaceFigure)[]} */ (Object.keys(to)).filter((name) => to[name] !== now[name]);
  if (names.length > 0 && names.every((name) => mayChange("space", name)))
    commit({ ...state.value, space: { ...now, ...to } }, key);
}

/** @param {Partial<SpaceFigure>} to */
const show = (to) => look({ ...state.value, space: { ...state.value.space, ...to } });

/** A number on the sliders' grid, within its range. @param {number} value @param {readonly [number, number]} range */
export const onGrid = (value, [low, high]) => Number(Math.min(Math.max(value, low), high).toFixed(1)) + 0;

/** @param {SpaceFigure["hand"]} hand */
export const rangeOf = (hand) => (hand === "bias" ? BIASES : REACH);

/** One of the three numbers that the sliders set. @param {number} place @param {number} value */
export function setNumber(place, value) {
  const hand = handOf(figures.space.value);
  const numbers = figures.space.value[hand].map((old, i) => (i === place ? onGrid(value, rangeOf(hand)) : old));
  set({ [hand]: numbers }, `space.${hand}.${place}`);
}

/** The arrow's tip is dragged. @param {ArrayLike<number>} point */
export function setTip(point) {
  const x = Array.from(point, (value) => onGrid(value, REACH));
  if (`${x}` !== `${figures.space.value.x}`) set({ x }, "space.tip");
}

/**
 * Gives other numbers to the sliders, and shows what they do: weight and bias at the last stage, dy with its arrow.
 * @param {SpaceFigure["hand"]} hand
 */
export function take(hand) {
  const isLast = hand === "weight" || hand === "bias";
  show({ hand, ...(hand === "dy" && { gradient: /** @type {const} */ ("on") }) });
  if (isLast && stagesOf(figures.space.value).includes("scaled") && !isFixed("space", "stage"))
    set({ stage: "scaled" });
}

/** Shows dy and dx, or hides them. */
export const toggleGradient = () => show({ gradient: figures.space.value.gradient === "on" ? "off" : "on" });

/** Turns the camera: to look around is not a step. @param {number} turn @param {number} tilt */
export const turnTo = (turn, tilt) =>
  show({
    turn: Number((((turn % 360) + 360) % 360).toFixed(4)),
    tilt: Number(Math.min(Math.max(tilt, TILTS[0]), TILTS[1]).toFixed(4)),
  });
