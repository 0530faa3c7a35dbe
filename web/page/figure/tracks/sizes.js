/** How large the dots of a figure are, from what room its tracks have. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { sizeFor } from "./fit.js";
import { between, partsOf } from "./layout.js";

/** @typedef {import("./layout.js").Dot} Dot */
/**
 * @typedef {object} Room
 * @property {number} width   of the axis, in px
 * @property {number} height  of all tracks together, in px
 * @property {number} line    how far down its track a line lies, as a share of the track's height
 * @property {number} head    how many px at the top of a track belong to its words
 */

/**
 * What room the tracks have; null before it has been measured.
 * @param {{ current: Element | null }} layer  of the dots
 */
export function useRoom(layer) {
  const room = useSignal(/** @type {Room | null} */ (null));
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect, target }]) => {
      const { width, height } = contentRect;
      if (width === 0) return;
      const style = getComputedStyle(target);
      const [line, head] = ["--line-share", "--head"].map((name) => parseFloat(style.getPropertyValue(name)) || 0);
      room.value = { width: Math.round(width), height, line, head };
    });
    if (layer.current) observer.observe(layer.current);
    return () => observer.disconnect();
  }, []);
  return room.value;
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
    const height = (room.height / count) * room.line - room.head;
    const size = sizeFor(tracks, { most, axis: room.width, room: height });
    sizes.set(stage, size);
    return size;
  };
  return (at) => {
    const { stage, share } = partsOf(at);
    return between(sizeOf(stage), share && sizeOf(stage + 1), share);
  };
}
