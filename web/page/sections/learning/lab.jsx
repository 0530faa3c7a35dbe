import { figures } from "../../store/state.js";
import { SectionView } from "../../parts/section.jsx";
import { Predictions } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Descent } from "./descent.jsx";
import { Gradient } from "./gradient.jsx";
import { checkLearning, predictions } from "./questions.js";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="Scale and shift are learned, step by step" prose={<Prose />}>
    <LearningPredictions />
    <Descent />
    <Gradient />
    <Check />
  </SectionView>
);

const Prose = () => (
  <>
    LayerNorm gives every row mean 0 and, but for eps, spread 1; then each place has a weight and a bias, the same for
    all rows, and training finds them by gradient descent. The gradient also has to come back through the norm, to the
    layers before it, and loses two parts on its way.
  </>
);

const LearningPredictions = () => (
  <Predictions section="learning" predictions={predictions} isSeen={({ isSeen }) => isSeen(figures.learning.value)} />
);

const Check = () => <QuestionView id="learning.check" kind="check" make={checkLearning} />;
