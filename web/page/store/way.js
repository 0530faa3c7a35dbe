/**
 * Which way through the course the learner has chosen. It is the learner’s: no link has it, and undo leaves it alone.
 */
import { signal } from "@preact/signals";
import { WAYS } from "../course/ways.js";

/** @typedef {import("../course/ways.js").WayId} WayId */

const KEY = "way";
const wayId = signal(/** @type {WayId} */ ("all"));

/** The way that was chosen, or the whole course. */
export const chosenWay = () =>
  /** @type {import("../course/ways.js").Way} */ (WAYS.find(({ id }) => id === wayId.value));

/** @param {WayId} id */
export function chooseWay(id) {
  wayId.value = id;
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage may be forbidden (private windows, file:// pages): the choice then lasts as long as the page.
  }
}

/** Reads the choice of an earlier visit. */
export function readWay() {
  try {
    const kept = localStorage.getItem(KEY);
    const way = WAYS.find(({ id }) => id === kept);
    if (way) wayId.value = way.id;
  } catch {
    // This visit goes on without storage.
  }
}
