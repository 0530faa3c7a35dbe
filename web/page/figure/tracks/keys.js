/**
 * The dots by keyboard. Left and right go to the next dot along the track, Home and End to its ends, up and down to the
 * other tracks; with Alt, left and right move the dot itself.
 */
import { select, setValue } from "../state/actions.js";
import { mayChange } from "../../store/lesson.js";
import { endStep } from "../../store/state.js";
import { nudged } from "../../parts/nudged.js";
import { focusDot } from "./drag.js";

/** @typedef {import("../../store/state.js").FigureId} FigureId */
/** @typedef {import("../values/derive.js").Derived} Derived */
/** @typedef {import("./layout.js").Dot} DotLayout */
/** @typedef {(dots: readonly DotLayout[], own: DotLayout, view: Derived) => number} Way  to an element, or to −1 */

/** @param {EventTarget | null} target */
export const elementOf = (target) => (target instanceof HTMLElement ? Number(target.dataset.element ?? -1) : -1);

/**
 * A track's elements as they lie. Where there are more numbers than dots, in their order in the group: each then gets
 * its dot as one comes to it.
 * @type {(dots: readonly DotLayout[], own: DotLayout, view: Derived) => readonly number[]}
 */
function alongTrack(dots, { track, element }, { members, groupOf }) {
  const all = members[groupOf[element]];
  const shown = dots.filter((dot) => dot.track === track);
  if (shown.length < all.length) return all;
  return shown.sort((a, b) => a.at - b.at || a.level - b.level || a.element - b.element).map((dot) => dot.element);
}

/** @param {number} by @returns {Way} */
const along = (by) => (dots, own, view) => {
  const order = alongTrack(dots, own, view);
  return order[order.indexOf(own.element) + by] ?? -1;
};

/** The same place in a group near by. @param {number} by @returns {Way} */
const across =
  (by) =>
  (_, { element }, { members, groupOf, placeOf }) => {
    const group = members[groupOf[element] + by];
    return group?.find((other) => placeOf[other] === placeOf[element]) ?? -1;
  };

/** @type {Record<string, Way>} */
const WAYS = {
  ArrowLeft: along(-1),
  ArrowRight: along(1),
  ArrowUp: across(-1),
  ArrowDown: across(1),
  Home: (dots, own, view) => alongTrack(dots, own, view)[0],
  End: (dots, own, view) => alongTrack(dots, own, view).at(-1) ?? -1,
};

/** @type {Record<string, number>} */
const MOVES = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * @param {KeyboardEvent & { currentTarget: HTMLElement }} event
 * @param {FigureId} id
 * @param {Derived} view
 * @param {readonly DotLayout[]} dots
 */
export function onKey(event, id, view, dots) {
  const { key, altKey, ctrlKey, metaKey, currentTarget: layer } = event;
  const own = dots.find(({ element }) => element === elementOf(event.target));
  if (!own || ctrlKey || metaKey || !(altKey ? MOVES[key] : WAYS[key])) return;
  event.preventDefault();
  if (altKey) {
    if (mayChange(id, "x")) setValue(id, "x", own.element, nudged(view.x[own.element], MOVES[key], view.x));
    return;
  }
  const next = WAYS[key](dots, own, view);
  if (next < 0 || next === own.element) return;
  endStep();
  select(id, { panel: "out", index: next });
  requestAnimationFrame(() => focusDot(layer, next));
}
