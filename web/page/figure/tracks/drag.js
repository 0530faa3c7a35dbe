/**
 * A dot is dragged: its x changes by as much as the pointer moves along the axis. After the first stage the pointer
 * pulls the dot's raw place, its ghost, and the whole group is seen to follow.
 */
import { useRef } from "preact/hooks";
import { select, setValue } from "../state/actions.js";
import { isFixed } from "../../store/lesson.js";
import { endStep } from "../../store/state.js";
import { dragged as draggedFigure, letGo } from "../state/after-paint.js";
import { meantOn } from "./axis.js";

/** @typedef {import("../../store/state.js").FigureId} FigureId */
/** @typedef {PointerEvent & { currentTarget: HTMLElement }} LayerEvent */
/** @typedef {{ element: number, from: number, x: number, perPixel: number }} Held */

/** A press that moves by fewer pixels than this is a press, and not a drag. */
const STILL = 3;

/**
 * @param {FigureId} id
 * @param {import("@preact/signals").Signal<number>} element  the one that is dragged, or −1
 * @param {import("./axis.js").Extent} axis
 * @param {ArrayLike<number>} x
 */
export function useDrag(id, element, axis, x) {
  const held = useRef(/** @type {Held | null} */ (null));
  return {
    /** @param {LayerEvent} event */
    start(event) {
      const index = dotUnder(event);
      if (index < 0) return;
      select(id, { panel: "out", index });
      if (isFixed(id, "x") || event.button !== 0) return;
      // Neither text is selected nor the page scrolled; the dot gets the focus by hand.
      event.preventDefault();
      focusDot(event.currentTarget, index);
      event.currentTarget.setPointerCapture(event.pointerId);
      const perPixel = (axis[1] - axis[0]) / event.currentTarget.clientWidth;
      held.current = { element: index, from: event.clientX, x: x[index], perPixel };
    },
    /** @param {PointerEvent} event */
    move({ clientX }) {
      const hold = held.current;
      if (hold === null || (element.peek() < 0 && Math.abs(clientX - hold.from) < STILL)) return;
      element.value = hold.element;
      draggedFigure.value = id;
      const value = meantOn(axis, hold.x + (clientX - hold.from) * hold.perPixel);
      setValue(id, "x", hold.element, value);
    },
    end() {
      if (held.current === null) return;
      held.current = null;
      if (element.peek() >= 0) endStep();
      letGo(id);
      element.value = -1;
    },
  };
}

/** @param {Element} layer @param {number} element */
export function focusDot(layer, element) {
  const dot = layer.querySelector(`.dot[data-element="${element}"]`);
  if (dot instanceof HTMLElement) dot.focus({ preventScroll: true });
}

/**
 * The element of the dot that was pressed, or −1. A finger covers several, and so does a mouse where dots are small:
 * each means the one that is nearest.
 * @param {LayerEvent} event
 */
function dotUnder({ target, clientX, clientY, currentTarget }) {
  const dot = target instanceof Element ? target.closest("[data-element]") : null;
  if (!(dot instanceof HTMLElement)) return -1;
  if (dot.classList.contains("ghost")) return Number(dot.dataset.element);
  const distance = (/** @type {Element} */ other) => {
    const { left, top, width, height } = other.getBoundingClientRect();
    return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
  };
  const dots = /** @type {HTMLElement[]} */ ([...currentTarget.querySelectorAll(".dot")]);
  const nearest = dots.reduce((best, other) => (distance(other) < distance(best) ? other : best), dot);
  return Number(nearest.dataset.element);
}
