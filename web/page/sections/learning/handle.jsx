/** A mark on a track that is dragged, or moved by keys: what it stands for follows. */
import { formatBrief } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { endStep, figures } from "../../store/state.js";
import { onAxis } from "../../figure/tracks/layout.js";
import { set } from "./learning-state.js";

/** @typedef {import("../../figure/tracks/axis.js").Extent} Extent */
/** @typedef {PointerEvent & { currentTarget: HTMLElement }} Press */

/** By how much an arrow key moves it; and a drag is as round. */
const STEP = 0.1;

/** @param {number} value @param {readonly [number, number]} range */
const within = (value, [low, high]) => Number(Math.min(Math.max(value, low), high).toFixed(1));

/** Where a key goes. @type {Record<string, (value: number, range: readonly [number, number]) => number>} */
const KEYS = {
  ArrowLeft: (value) => value - STEP,
  ArrowDown: (value) => value - STEP,
  ArrowRight: (value) => value + STEP,
  ArrowUp: (value) => value + STEP,
  PageDown: (value) => value - 10 * STEP,
  PageUp: (value) => value + 10 * STEP,
  Home: (_, [low]) => low,
  End: (_, [, high]) => high,
};

/**
 * @param {{ name: "mean" | "spread", label: string, range: readonly [number, number], axis: Extent, zero:
 *   number }} props
 *   zero: the place on the axis where the number is 0
 */
export function Handle({ name, label, range, axis, zero }) {
  const value = figures.learning.value[name];
  const locked = isFixed("learning", name);
  const follow = (/** @type {Press} */ { clientX, currentTarget }) => {
    const { left, width } = /** @type {HTMLElement} */ (currentTarget.parentElement).getBoundingClientRect();
    set(name, within(axis[0] + ((clientX - left) / width) * (axis[1] - axis[0]) - zero, range));
  };
  return (
    <span
      class="handle"
      data-handle={name}
      data-locked={locked ? "" : undefined}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={range[0]}
      aria-valuemax={range[1]}
      aria-valuenow={value}
      aria-valuetext={formatBrief(value)}
      aria-disabled={locked || undefined}
      style={{ "--at": onAxis(axis, zero + value) }}
      onPointerDown={(/** @type {Press} */ event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        if (locked) follow(event);
      }}
      onPointerMove={(/** @type {Press} */ event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      }}
      onLostPointerCapture={endStep}
      onKeyDown={(event) => {
        const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : KEYS[event.key];
        if (!next) return;
        event.preventDefault();
        set(name, within(next(value, range), range));
      }}
    />
  );
}
