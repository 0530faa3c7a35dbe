import { useRef } from "preact/hooks";
import { derived } from "../../figure/state/derived.js";
import { membersAt } from "../../figure/dims/family.js";
import { checkFamily, predictChanged } from "./questions.js";
import { figures } from "../../store/state.js";
import { Contrast } from "./contrast.jsx";
import { FamilyChooser } from "./family-chooser.jsx";
import { MemberDetails } from "./member-details.jsx";
import { Figure } from "../../figure/figure.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Term } from "../../parts/term.jsx";
import { Strip } from "./strip.jsx";
import { SectionView } from "../../parts/section.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  return (
    <SectionView {...props} lesson="Name the axes, and you have named the layer" prose={<Prose />}>
      <Predict />
      <div class="family-lab">
        <FamilyChooser />
        <Strip />
        <Figure id="family" controls={["eps"]} />
      </div>
      <div class="card family-facts">
        <MemberDetails />
        <Contrast />
      </div>
      <Check />
    </SectionView>
  );
}

const Prose = () => (
  <>
    LayerNorm and BatchNorm share the formula, (x − mean) ÷ √(var + eps), and differ in what is averaged: LayerNorm
    takes the mean of each example by itself, BatchNorm that of each <Term name="channel" /> over all examples. RMSNorm
    leaves out the mean: nothing is subtracted, and it divides by the root mean square.
  </>
);

function Predict() {
  const { shape } = derived.family.value;
  const seen = useRef(false);
  seen.current ||= membersAt(figures.family.value, shape)[0]?.name === "BatchNorm";
  return (
    <QuestionView
      id="family.predict"
      kind="predict"
      make={(round) => predictChanged(shape, round)}
      acted={seen.current}
      act="Now change that number under LayerNorm, then under BatchNorm, and see which numbers flash."
    />
  );
}

const Check = () => (
  <QuestionView
    id="family.check"
    kind="check"
    make={(round) => checkFamily(figures.family.value, derived.family.value, round)}
  />
);
