import { figures } from "../../store/state.js";
import { SectionView } from "../../parts/section.jsx";
import { Predictions } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Descent } from "./descent.jsx";
import { Gradient } from "./gradient.jsx";
import { checkLearning, predictions } from "./questions.js";
import { Spirals } from "./spirals.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="Scale and shift are learned, step by step" prose={<Prose />}>
    <LearningPredictions />
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

const LearningPredictions = () => (
  <Predictions section="learning" predictions={predictions} isSeen={({ isSeen }) => isSeen(figures.learning.value)} />
);

const Check = () => <QuestionView id="learning.check" kind="check" make={checkLearning(figures.learning.value)} />;
