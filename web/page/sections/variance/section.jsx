import { useRef } from "preact/hooks";
import { derived } from "../../model/derived.js";
import { checkVariance, predictDivisor } from "./questions.js";
import { figures } from "../../model/state.js";
import { Figure } from "../../figure/figure.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Recipes } from "./recipes.jsx";
import { spec } from "./spec.js";
import { SectionView } from "../../parts/section.jsx";

/** @param {import("../../course.js").SectionProps} props */
export function Section(props) {
  return (
    <SectionView {...props} lesson="One name, several formulas" prose={<Prose />}>
      <Predict />
      <Recipes offered={spec.presets} />
      <Figure id="variance" controls={["correction", "eps", "epsAt"]} axes={false} lead="line" />
      <Check />
    </SectionView>
  );
}

const Prose = () => (
  <>
    LayerNorm divides by a standard deviation, the root of a variance; but libraries do not agree on which. The variance
    is the sum of the squared differences from the mean over n or, with Bessel’s correction, over n − 1. A small eps,
    inside the root, outside it, or left out, prevents NaN or inf where the spread is 0, not a crash.
  </>
);

function Predict() {
  const figure = figures.variance.value;
  const seen = useRef(false);
  seen.current ||= figure.correction === 0 || figure.beside !== null;
  return (
    <QuestionView
      id="variance.predict"
      kind="predict"
      make={(round) => predictDivisor(figure, derived.variance.value, round)}
      acted={seen.current}
      act="Now choose torch.nn.LayerNorm as B, and compare."
    />
  );
}

const Check = () => (
  <QuestionView
    id="variance.check"
    kind="check"
    make={(round) => checkVariance(figures.variance.value, derived.variance.value, round)}
  />
);
