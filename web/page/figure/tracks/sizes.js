/** How large the dots of a figure are, from what room its tracks have. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { sizeFor, trackHeight } from "./fit.js";
import { between, partsOf } from "./layout.js";

/** @typedef {import("./layout.js").Dot} Dot */
/**
 * @typedef {object} Room
 * @property {number} width  of the axis, in px
 * @property {number} least  the height of a track, in px; of all together; the height of a single one
 * @property {number} all
 * @property {number} most
 * @property {number} line   how far down its track a line lies, as a share of the track's height
 * @property {number} head   how many px at the top of a track belong to its words
 */

/** Where the style sheets say it. @type {Record<Exclude<keyof Room, "width">, string>} */
const PROPERTIES = {
  least: "--track-least",
  all: "--tracks-all",
  most: "--track-most",
  line: "--line-share",
  head: "--head",
};

/**
 * What room the tracks have; null before it has been measured. Where it becomes wider or narrower, the dots are placed.
 * @param {{ current: Element | null }} layer  of the dots
 */
export function useRoom(layer) {
  const room = useSignal(/** @type {Room | null} */ (null));
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect, target }]) => {
      if (contentRect.width === 0) return;
      const width = Math.round(contentRect.width);
      if (width !== room.peek()?.width) placeAtOnce(/** @type {HTMLElement} */ (target));
      const style = getComputedStyle(target);
      const read = (/** @type {keyof typeof PROPERTIES} */ name) =>
        parseFloat(style.getPropertyValue(PROPERTIES[name])) || 0;
      const [least, all, most] = [read("least"), read("all"), read("most")];
      const now = { width, least, all, most, line: read("line"), head: read("head") };
      // Tracks that only become more or fewer change nothing here.
      if (JSON.stringify(now) !== JSON.stringify(room.peek())) room.value = now;
    });
    const dots = /** @type {HTMLElement} */ (layer.current);
    observer.observe(dots);
    // Far from the window WebKit takes the axis to have no width.
    const body = dots.closest(".section-body");
    const onNear = () => placeAtOnce(dots);
    body?.addEventListener("contentvisibilityautostatechange", onNear);
    return () => {
      observer.disconnect();
      body?.removeEventListener("contentvisibilityautostatechange", onNear);
    };
  }, []);
  return room.value;
}

/**
 * Dots whose axis has another width stand at their new places at once: they fly only where a number has moved, not
 * where a window is resized or a section comes near.
 * @param {HTMLElement} layer  of the dots
 */
function placeAtOnce(layer) {
  layer.dataset.placed = "";
  // The first picture is drawn with the places of the old sizes, the second with those of the new.
  requestAnimationFrame(() => requestAnimationFrame(() => delete layer.dataset.placed));
}

/**
 * How large all dots are at a place between x and y: at each stage as large as the piles there have room for, and on
 * the way evenly from the one to the other. While a dot is dragged they stay as they are.
 * @param {object} options
 * @param {number} options.most  px
 * @param {number} options.count  of the tracks
 * @param {Room | null} options.room  null: all dots are as large as can be
 * @param {boolean} options.isHeld
 * @param {readonly unknown[]} options.changes  what the dots follow from
 * @param {(stage: number) => readonly Dot[]} options.dotsAt
 * @returns {(at: number) => number}
 */
export function useSizes({ most, count, room, isHeld, changes, dotsAt }) {
  const fresh = useMemo(() => new Map(), [most, count, room, ...changes]);
  const kept = useRef(/** @type {Map<number, number>} */ (fresh));
  if (!isHeld) kept.current = fresh;
  const sizes = kept.current;
  const sizeOf = (/** @type {number} */ stage) => {
    if (room === null) return most;
    const known = sizes.get(stage);
    if (known !== undefined) return known;
    const dots = dotsAt(stage);
    const tracks = Array.from({ length: count }, (_, k) => dots.filter(({ track }) => track === k));
    const height = trackHeight(room, count) * room.line - room.head;
    const size = sizeFor(tracks, { most, axis: room.width, room: height });
    sizes.set(stage, size);
    return size;
  };
  return (at) => {
    const { stage, share } = partsOf(at);
    return between(sizeOf(stage), share && sizeOf(stage + 1), share);
  };
}
