/** A bead of x, dragged along its line. */
import { useRef } from "preact/hooks";
import { select, setValue } from "../model/figure-state.js";
import { endStep } from "../model/state.js";
import { dragged as draggedFigure, letGo } from "../parts/late.js";
import { valueAt } from "./line-layout.js";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {import("./line-layout.js").Line} Line */
/** @typedef {PointerEvent & { currentTarget: HTMLElement }} RailEvent */

/**
 * A press on a bead selects its value; dragging one of x changes it. While one is dragged the scales are held, lest
 * the line moves under the pointer; they only give way where the value leaves them.
 * @param {FigureId} id
 * @param {import("@preact/signals").Signal<readonly Line[] | null>} held  the lines whose scales are held
 * @param {readonly Line[]} lines  as they are drawn
 */
export function useDrag(id, held, lines) {
  const dragged = useRef(/** @type {{ index: number, left: number, width: number, value: number } | null} */ (null));
  return {
    /** @param {RailEvent} event */
    onPointerDown(event) {
      const index = beadUnder(event);
      if (index < 0) return;
      select(id, { panel: "out", index });
      const rail = event.currentTarget;
      if (rail.dataset.draggable === undefined || event.button !== 0) return;
      // Neither text is selected nor an image dragged.
      event.preventDefault();
      rail.setPointerCapture(event.pointerId);
      const { left, width } = rail.getBoundingClientRect();
      dragged.current = { index, left, width, value: NaN };
    },
    /** @param {PointerEvent} event */
    onPointerMove({ clientX }) {
      const bead = dragged.current;
      if (bead === null) return;
      held.value ??= lines;
      draggedFigure.value = id;
      const value = Math.fround(valueAt(held.value[0].domain, (100 * (clientX - bead.left)) / bead.width));
      if (value !== bead.value) setValue(id, "x", bead.index, value);
      bead.value = value;
    },
    onLostPointerCapture() {
      if (dragged.current !== null) endStep();
      dragged.current = null;
      letGo(id);
      held.value = null;
    },
  };
}

/**
 * The element of the bead that was pressed, or −1. A finger covers several: it means the nearest to its middle.
 * @param {RailEvent} event
 */
function beadUnder({ target, pointerType, clientX, currentTarget }) {
  const bead = target instanceof Element ? target.closest(".bead") : null;
  if (!(bead instanceof HTMLElement)) return -1;
  if (pointerType === "mouse") return Number(bead.dataset.element);
  const distance = (/** @type {Element} */ element) => {
    const { left, width } = element.getBoundingClientRect();
    return Math.abs(left + width / 2 - clientX);
  };
  const beads = /** @type {HTMLElement[]} */ ([...currentTarget.querySelectorAll(".bead")]);
  const nearest = beads.reduce((best, other) => (distance(other) < distance(best) ? other : best), bead);
  return Number(nearest.dataset.element);
}
