/** A matrix that is pasted into a figure takes the place of its tensor. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { setTensor } from "../state/own-tensor.js";
import { setValue } from "../state/actions.js";
import { parseNumber } from "../../kit/format.js";
import { whyFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { IconButton } from "../../parts/controls.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { figureSpecs } from "../../course/specs.js";

/** @typedef {import("../../store/state.js").FigureId} FigureId */

/**
 * A text that is pasted anywhere in a figure, or while the pointer is over it, goes to the figure. A refusal stands at
 * the figure's lower edge, or at the window's.
 * @param {{ id: FigureId }} props
 */
export function Paste({ id }) {
  const { x, preset } = figures[id].value;
  const refused = useSignal("");
  const dismiss = () => {
    refused.value = "";
  };
  useEffect(dismiss, [x, preset]);
  useEffect(() => {
    const onPaste = (/** @type {ClipboardEvent} */ event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const figure = figureOf(id, event);
      if (figure === null || isForField(event.target, text)) return;
      event.preventDefault();
      void take(id, text, cellUnder(event.target)).then((why) => {
        refused.value = why;
        if (why === "") requestAnimationFrame(() => keepFocus(figure));
      });
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [id]);
  return (
    <div class="paste-refused" data-refused={refused.value === "" ? undefined : ""}>
      <div>
        <Refusal id={`${id}-paste`} why={refused.value} />
        {refused.value !== "" && <IconButton icon="close" label="Dismiss" onClick={dismiss} />}
      </div>
    </div>
  );
}

/**
 * The figure, if the event is meant for it. Without a focus, an event is meant for the figure under the pointer.
 * @param {FigureId} id
 * @param {ClipboardEvent} event
 */
function figureOf(id, { target }) {
  const figure = document.getElementById(`${id}-figure`);
  const isMeant = target === document.body ? figure?.matches(":hover") : figure?.contains(/** @type {Node} */ (target));
  return isMeant ? figure : null;
}

/** The element of x that is pasted on; -1 for none. @param {EventTarget | null} target */
function cellUnder(target) {
  const cell = target instanceof Element ? target.closest("[data-panel=x] [data-index]") : null;
  return cell ? Number(cell.getAttribute("data-index")) : -1;
}

/**
 * @param {FigureId} id
 * @param {string} text
 * @param {number} index of the element that it is pasted on; -1: none
 * @returns {Promise<string>} why it is refused; "" where it is not
 */
async function take(id, text, index) {
  const { isSeveral, readTensor } = await import("../typed/tensor.js");
  const value = parseNumber(text);
  if (index >= 0 && !Number.isNaN(value) && !isSeveral(text)) {
    setValue(id, "x", index, value);
    return "";
  }
  const read = readTensor(text, figureSpecs[id].ranks);
  if ("error" in read) return read.error;
  return setTensor(id, read) ? "" : whyFixed(id, "x") || whyFixed(id, "preset");
}

/**
 * Whether a text is longer than one number can be. This is asked before the reader of tensors is loaded, to know
 * whether the figure or a field takes the text.
 * @param {string} text
 */
const isMore = (text) => Number.isNaN(parseNumber(text)) && /[[(]|\S[\s,;]+\S/.test(text);

/**
 * Whether the text goes into the field where the focus is: a field of numbers takes one.
 * @param {EventTarget | null} target
 * @param {string} text
 */
function isForField(target, text) {
  if (target instanceof HTMLTextAreaElement) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  return target.inputMode === "decimal" ? !isMore(text) : target.type === "text";
}

/**
 * A tensor of another shape has other cells: the cell that had the focus may be gone.
 * @param {Element} figure
 */
function keepFocus(figure) {
  if (document.activeElement !== document.body) return;
  const cell = figure.querySelector('[data-panel=x] [tabindex="0"]');
  if (cell instanceof HTMLElement) cell.focus();
}
