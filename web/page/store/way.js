/**
 * Which way through the course the learner has chosen. It is the learner’s: no link has it, and undo leaves it alone.
 */
import { signal } from "@preact/signals";
import { WAYS } from "../course/ways.js";
import { withStorage } from "../kit/storage.js";

/** @typedef {import("../course/ways.js").WayId} WayId */

const KEY = "way";
const wayId = signal(/** @type {WayId} */ ("all"));

/** The way that was chosen, or the whole course. */
export const chosenWay = () =>
  /** @type {import("../course/ways.js").Way} */ (WAYS.find(({ id }) => id === wayId.value));

/** @param {WayId} id */
export function chooseWay(id) {
  wayId.value = id;
  withStorage((storage) => storage.setItem(KEY, id));
}

/** Reads the choice of an earlier visit. */
export function readWay() {
  withStorage((storage) => {
    const way = WAYS.find(({ id }) => id === storage.getItem(KEY));
    if (way) wayId.value = way.id;
  });
}
