import { SectionView } from "../../parts/section.jsx";
import { SectionLink } from "../../parts/section-link.jsx";
import { Predictions } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { STEPS } from "./architecture.js";
import { Training } from "./figure.jsx";
import { checkTrain, isLeakSeen, predictions } from "./questions.js";
import { runs } from "./runs.js";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="A loss can be too good to be true" prose={<Prose />}>
    <TrainPredictions />
    <Training />
    <Check />
  </SectionView>
);

const Prose = () => (
  <>
    <SectionLink id="model">The transformer</SectionLink> of the course was trained beforehand, with LayerNorm. Here a
    smaller one is trained before your eyes, in {STEPS} steps, with the norms that you choose.
  </>
);

const TrainPredictions = () => (
  <Predictions section="train" predictions={predictions} isSeen={() => isLeakSeen(runs.value)} />
);

const Check = () => <QuestionView id="train.check" kind="check" make={checkTrain} />;
