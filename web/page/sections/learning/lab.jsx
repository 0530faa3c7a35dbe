import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { figures } from "../../store/state.js";
import { SectionView } from "../../parts/section.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Descent } from "./descent.jsx";
import { Gradient } from "./gradient.jsx";
import { checkLearning, predictions } from "./questions.js";
import { Spirals } from "./spirals.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="Scale and shift are learned, step by step" prose={<Prose />}>
    <Predictions />
    <Descent />
    <Gradient />
    <Spirals />
    <Check />
  </SectionView>
);

const Prose = () => (
  <>
    LayerNorm gives every row the same mean and the same spread, and then lets the network choose others: each number of
    x̂ is multiplied by a weight and gets a bias. Training finds these two as it finds all weights, by gradient descent:
    every step goes a little against the gradient of a loss. The gradient also has to come back through the norm, to the
    layers before it, and on its way it loses two parts.
  </>
);

/** One prediction after the other: the next is asked when the last has been seen. */
function Predictions() {
  const at = useSignal(0);
  const seen = useSignal(/** @type {readonly string[]} */ ([]));
  const { id, act, make, isSeen } = predictions[at.value];
  const isThere = seen.value.includes(id) || isSeen(figures.learning.value);
  useEffect(() => {
    if (isThere && !seen.value.includes(id)) seen.value = [...seen.value, id];
  }, [isThere, id]);
  return (
    <QuestionView key={id} id={`learning.${id}`} kind="predict" make={make} acted={isThere} act={act}>
      {at.value < predictions.length - 1 && (
        <button type="button" class="text-button another" onClick={() => at.value++}>
          Predict another
        </button>
      )}
    </QuestionView>
  );
}

const Check = () => <QuestionView id="learning.check" kind="check" make={checkLearning(figures.learning.value)} />;
