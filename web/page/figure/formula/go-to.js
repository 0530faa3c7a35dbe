import { select } from "../state/actions.js";
import { isStatistic } from "./scene.js";

/** @param {Element} element */
function isInView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

/**
 * Leads to a cell: focus goes there, and focus selects. Of a large tensor it may have to come into the window first.
 * @param {import("./scene.js").Scene} scene
 * @param {string} panel
 * @param {number} index
 */
export function goTo({ id, view }, panel, index) {
  const focus = () => {
    const cell = document.querySelector(`#${id}-figure [data-panel="${panel}"] [data-index="${index}"]`);
    if (cell instanceof HTMLElement) cell.focus({ preventScroll: isInView(cell) });
    return cell !== null;
  };
  if (focus() || panel === "weight" || panel === "bias") return;
  select(id, {
    panel: /** @type {import("./scene.js").Figure["at"]["panel"]} */ (panel),
    index: isStatistic(panel) ? view.members[index][0] : index,
  });
  requestAnimationFrame(focus);
}
