import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { QuestionView } from "./question.jsx";

/**
 * @typedef {object} Prediction
 * @property {string} id
 * @property {string} act  asks for the settings that show the answer
 * @property {() => import("./answers.js").Question} make
 */

/**
 * Predictions, one after another: the reader asks for the next. An answer that was shown once counts as seen.
 * @template {Prediction} P
 * @param {{ section: string, predictions: readonly P[], isSeen: (prediction: P) => boolean }} props  isSeen: whether
 *   the answer is shown now
 */
export function Predictions({ section, predictions, isSeen }) {
  const at = useSignal(0);
  const seen = useSignal(/** @type {readonly string[]} */ ([]));
  const prediction = predictions[at.value];
  const { id, act, make } = prediction;
  const isThere = seen.value.includes(id) || isSeen(prediction);
  useEffect(() => {
    if (isThere && !seen.value.includes(id)) seen.value = [...seen.value, id];
  }, [isThere, id]);
  return (
    <QuestionView key={id} id={`${section}.${id}`} kind="predict" make={make} acted={isThere} act={act}>
      {at.value < predictions.length - 1 && (
        <button type="button" class="text-button another" onClick={() => at.value++}>
          Predict another
        </button>
      )}
    </QuestionView>
  );
}
