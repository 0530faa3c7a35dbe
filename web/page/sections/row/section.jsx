import { useRef } from "preact/hooks";
import { derived } from "../../model/derived.js";
import { countedInWords, formatAt, formatEps, formatNumber, formatterOf } from "../../model/format.js";
import { checkRow, predictWords } from "./questions.js";
import { figures } from "../../model/state.js";
import { Figure } from "../../figure/figure.jsx";
import { QuestionView } from "../../question/question.jsx";
import { SectionView } from "../../parts/section.jsx";

/** All but keepdim: a row has no shape to get wrong yet. */
const CONTROLS = /** @type {const} */ (["preset", "correction", "eps", "affine"]);

/** @param {import("../../course.js").SectionProps} props */
export function Section(props) {
  const figure = figures.row.value;
  const compared = useRef(false);
  compared.current ||= figure.stage >= 2 && (figure.preset === "words" || figure.preset === "tenths");
  return (
    <SectionView {...props} lesson="Slide the row to zero, stretch it to one" prose={<Prose />}>
      <QuestionView
        id="row.predict"
        kind="predict"
        make={predictWords}
        acted={compared.current}
        act="Now choose the two words as the example, and move the stage to the division."
      />
      <Figure id="row" controls={CONTROLS} axes={false} lead="line">
        <Step />
      </Figure>
      <QuestionView id="row.check" kind="check" make={checkRow(figure, derived.row.value)} />
    </SectionView>
  );
}

function Prose() {
  const { groupSize } = derived.row.value;
  return (
    <>
      Take {countedInWords(groupSize, "number")}. Subtract their mean, and they balance at 0; divide by their standard
      deviation, and that becomes their unit. Order and pattern stay as they were. LayerNorm, layer normalization, does
      no more, but for eps, a small number added before the division, and a weight and a bias at the end.
    </>
  );
}

/** Of a longer row, its beginning and its end. */
const SHOWN = 8;

/**
 * The terms of a group, as they are written at a stage.
 * @param {ArrayLike<number>} values
 * @param {readonly number[]} members
 */
function textsOf(values, members) {
  const texts = members.length > SHOWN ? [...members.slice(0, SHOWN - 2), -1, members[members.length - 1]] : members;
  const format = formatterOf(values);
  return texts.map((index) => (index < 0 ? "…" : format(index)));
}

/** The whole row's arithmetic at the current stage, in one line. */
function Step() {
  const { stage, at } = figures.row.value;
  const view = derived.row.value;
  const group = view.groupOf[at.index];
  const Shown = [MeanStep, VarianceStep, DivisionStep, AffineStep][stage];
  return (
    <p class="step-line">
      <Shown view={view} group={group} members={view.members[group]} />
    </p>
  );
}

/** @typedef {{ view: import("../../model/derive.js").Derived, group: number, members: readonly number[] }} StepProps */

/** @param {StepProps} props */
const MeanStep = ({ view, group, members }) => (
  <>
    mean = ({textsOf(view.x, members).join(" + ").replaceAll("+ −", "− ")}) ÷ {view.groupSize} ={" "}
    <strong>{formatAt(view.mean, group)}</strong>
  </>
);

/** @param {StepProps} props */
function VarianceStep({ view, group, members }) {
  const { correction } = figures.row.value;
  const squares = textsOf(view.centred, members).map((text) => (text === "…" ? text : `(${text})²`));
  return (
    <>
      variance = ({squares.join(" + ")}) ÷ {view.groupSize - correction} ={" "}
      <strong>{formatAt(view.variance, group)}</strong>
    </>
  );
}

/** @param {StepProps} props */
function DivisionStep({ view, group, members }) {
  const { eps, epsAt } = figures.row.value;
  const variance = formatAt(view.variance, group);
  const small = formatEps(eps);
  const root =
    eps === 0 ? `√${variance}` : epsAt === "inside" ? `√(${variance} + ${small})` : `(√${variance} + ${small})`;
  return (
    <>
      each ÷ {root} = each ÷ {formatNumber(view.spread[group])}:{" "}
      <strong>{textsOf(view.normalized, members).join(", ")}</strong>
    </>
  );
}

/** @param {StepProps} props */
const AffineStep = ({ view, members }) => (
  <>
    each · weight + bias: <strong>{textsOf(view.y, members).join(", ")}</strong>
  </>
);
