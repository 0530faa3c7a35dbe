import { figures } from "../../store/state.js";
import { SectionView } from "../../parts/section.jsx";
import { SectionLink } from "../../parts/section-link.jsx";
import { Term } from "../../parts/term.jsx";
import { Predictions } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { seeds } from "./measured.js";
import { checkSpirals, predictions } from "./questions.js";
import { Spirals } from "./spirals.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="Whether LayerNorm helps here depends on the learning rate" prose={<Prose />}>
    <SpiralsPredictions />
    <Spirals />
    <Check />
  </SectionView>
);

const Prose = () => (
  <>
    <SectionLink id="why">The depth lab</SectionLink> leaves its weights as they were drawn; here two small networks
    learn, one of them with LayerNorm. The figure trains both from one seed, at the <Term name="rate" /> that you
    choose, and shows at its end what came of {seeds} seeds.
  </>
);

const SpiralsPredictions = () => (
  <Predictions section="spirals" predictions={predictions} isSeen={({ isSeen }) => isSeen(figures.spirals.value)} />
);

const Check = () => <QuestionView id="spirals.check" kind="check" make={checkSpirals} />;
