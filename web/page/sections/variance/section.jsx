import { useRef } from "preact/hooks";
import { derived } from "../../figure/state/derived.js";
import { formatEps } from "../../figure/words/format-tensor.js";
import { formatNumber } from "../../kit/format.js";
import { presets } from "../../figure/values/presets.js";
import { deriveRow, recipes } from "../../figure/values/recipes.js";
import { checkVariance, predictDivisor } from "./questions.js";
import { figures } from "../../store/state.js";
import { Figure } from "../../figure/figure.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Recipes } from "./recipes.jsx";
import { spec } from "./spec.js";
import { SectionView } from "../../parts/section.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  return (
    <SectionView {...props} lesson="One name, several formulas" prose={<Prose />}>
      <Predict />
      <Recipes offered={spec.presets} />
      <Figure id="variance" controls={["correction", "eps", "epsAt"]} axes={false} />
      <Check />
    </SectionView>
  );
}

function Prose() {
  const { shape, tensor } = presets.bookRow;
  const values = tensor();
  const [cells, asClass] = [recipes.cells, recipes.class].map((recipe) =>
    formatNumber(deriveRow(values, recipe).normalized[0]),
  );
  const [n] = shape;
  return (
    <>
      For the first number of its first row, the book’s step-by-step cells print {cells}, and its class prints {asClass}
      . The cells divide the squares by n − 1 = {n - 1}, which is Bessel’s correction; the class divides by n = {n}, and
      adds an eps of {formatEps(recipes.class.eps)}. Divided by more, the variance is smaller; so the standard
      deviation, the root of the variance, is smaller too, and x̂, which is divided by it, comes out larger. In a
      constant row every x − mean is 0: without eps that gives 0 ÷ 0, which is NaN (inf, where rounding left a little
      above the 0), not a crash; with eps it gives 0.
    </>
  );
}

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
