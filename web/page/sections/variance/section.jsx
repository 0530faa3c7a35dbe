import { useRef } from "preact/hooks";
import { derived } from "../../figure/state/derived.js";
import { formatEps } from "../../figure/words/format-tensor.js";
import { formatNumber } from "../../kit/format.js";
import { recipeOf, recipes } from "../../figure/values/recipes.js";
import { divisors } from "./cards.js";
import { Traps } from "./cards.jsx";
import { Errata } from "./errata.jsx";
import { checkVariance, predictKeras } from "./questions.js";
import { figures } from "../../store/state.js";
import { Figure } from "../../figure/figure.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Recipes } from "./recipes.jsx";
import { spec } from "./spec.js";
import { Strip } from "./strip.jsx";
import { SectionView } from "../../parts/section.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  return (
    <SectionView {...props} lesson="Four traps between the formula and the code" prose={<Prose />}>
      <Predict />
      <div class="traps-lab">
        <Strip />
        <Recipes offered={spec.presets} />
        <Figure id="variance" controls={["correction", "eps", "epsAt"]} axes={false} />
      </div>
      <Traps />
      <Errata />
      <Check />
    </SectionView>
  );
}

function Prose() {
  const { n, cells, asClass } = divisors();
  return (
    <>
      For the first number of its first row, the book’s step-by-step cells print {formatNumber(cells)}, and its class
      prints {formatNumber(asClass)}. Both are right: the cells divide the squares by n&nbsp;−&nbsp;1 = {n - 1}, which
      is Bessel’s correction, and have no eps; the class divides by n = {n}, and adds {formatEps(recipes.class.eps)}{" "}
      under the root.
    </>
  );
}

function Predict() {
  const figure = figures.variance.value;
  const seen = useRef(false);
  seen.current ||= figure.beside === "keras" || recipeOf(figure) === "keras";
  return (
    <QuestionView
      id="variance.predict"
      kind="predict"
      make={(round) => predictKeras(figure, derived.variance.value, round)}
      acted={seen.current}
      act="Now choose Keras as B, and compare."
    />
  );
}

const Check = () => <QuestionView id="variance.check" kind="check" make={checkVariance} />;
