import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { QuestionView } from "./question.jsx";

/**
 * @typedef {object} Prediction
 * @property {string} id
 * @property {string} act  asks for the settings that show the answer
 * @property {() => import("./answers.js").Question} make
 * @property {string} [another]  what the button says that asks for it, after the one before
 */

/**
 * The button that asks for the next prediction goes with the one before: the reader goes on at the new prompt.
 * @param {string} section
 * @param {number} at  which prediction it is
 */
export function useNewPrompt(section, at) {
  useLayoutEffect(() => {
    const prompt = document.querySelector(`#${section} [data-kind=predict] .prompt`);
    if (at > 0 && prompt instanceof HTMLElement) prompt.focus();
  }, [section, at]);
}

/**
 * Predictions, one after another: the reader asks for the next. An answer that was shown once counts as seen.
 * @template {Prediction} P
 * @param {{ section: string, predictions: readonly P[], isSeen: (prediction: P) => boolean }} props  isSeen: whether
 *   the answer is shown now
 */
export function Predictions({ section, predictions, isSeen }) {
  const at = useSignal(0);
  const seen = useSignal(/** @type {readonly string[]} */ ([]));
  const { id, act, make } = predictions[at.value];
  const next = predictions.at(at.value + 1);
  const shown = predictions.filter(isSeen).map((each) => each.id);
  const isThere = seen.value.includes(id) || shown.includes(id);
  useEffect(() => {
    if (shown.some((each) => !seen.value.includes(each))) seen.value = [...seen.value, ...shown];
  }, [String(shown)]);
  useNewPrompt(section, at.value);
  return (
    <QuestionView key={id} id={`${section}.${id}`} kind="predict" make={make} acted={isThere} act={act}>
      {next && (
        <button type="button" class="text-button another" onClick={() => at.value++}>
          {next.another ?? "Predict another"}
        </button>
      )}
    </QuestionView>
  );
}
