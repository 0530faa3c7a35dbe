import { figures } from "../../store/state.js";
import { SectionView } from "../../parts/section.jsx";
import { SectionLink } from "../../parts/section-link.jsx";
import { Predictions } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { ByHand } from "./by-hand.jsx";
import { checkInvariance, predictions } from "./questions.js";
import { Rates } from "./rates.jsx";
import { Training } from "./training.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="A norm hides how large the weights before it are" prose={<Prose />}>
    <InvariancePredictions />
    <ByHand />
    <Training />
    <Rates />
    <Check />
  </SectionView>
);

const Prose = () => (
  <>
    Multiply all weights W of a linear layer without a bias by ten, and the numbers that it puts out are ten times as
    large. A LayerNorm behind it divides by their spread and so takes the ten out again, but for eps. What training then
    does with the size of W is another matter, and what that says of learning rates goes back to{" "}
    <SectionLink id="spirals">the two spirals</SectionLink>.
  </>
);

const InvariancePredictions = () => (
  <Predictions
    section="invariance"
    predictions={predictions}
    isSeen={({ isSeen }) => isSeen(figures.invariance.value)}
  />
);

const Check = () => <QuestionView id="invariance.check" kind="check" make={checkInvariance} />;
