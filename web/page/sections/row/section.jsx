import { useRef } from "preact/hooks";
import { derived } from "../../figure/state/derived.js";
import { arithmetic, averageOf, numberAt, rootOf, rootText } from "../../figure/words/arithmetic.js";
import { formatterOf } from "../../figure/words/format-tensor.js";
import { countedInWords, formatNumber } from "../../kit/format.js";
import { checkRow, predictWords } from "./questions.js";
import { figures } from "../../store/state.js";
import { Figure } from "../../figure/figure.jsx";
import { QuestionView } from "../../question/question.jsx";
import { AllDigits } from "../../figure/words/all-digits.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { Term } from "../../parts/term.jsx";
import { SectionView } from "../../parts/section.jsx";

/** All but keepdim: a row has no shape to get wrong yet. */
const CONTROLS = /** @type {const} */ (["preset", "correction", "eps", "affine"]);

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="Slide the row to zero, stretch it to one" prose={<Prose />}>
    <Predict />
    <Figure
      id="row"
      controls={CONTROLS}
      axes={false}
      head={
        <ResultStrip id="row">
          <Step />
        </ResultStrip>
      }
    >
      <Over />
    </Figure>
    <Check />
  </SectionView>
);

function Predict() {
  const { stage, eps, preset } = figures.row.value;
  const compared = useRef(false);
  compared.current ||= stage >= 2 && eps === 0 && (preset === "words" || preset === "tenths");
  return (
    <QuestionView
      id="row.predict"
      kind="predict"
      make={predictWords}
      acted={compared.current}
      act="Now choose the two words as the example, set eps to off, and move the stage to the division."
    />
  );
}

const Check = () => <QuestionView id="row.check" kind="check" make={checkRow(figures.row.value, derived.row.value)} />;

function Prose() {
  const { groupSize } = derived.row.value;
  return (
    <>
      Take {countedInWords(groupSize, "number")}: subtract their mean, and they balance at 0; divide by their{" "}
      <Term name="spread" then="," /> the root of the <Term name="variance" then="," /> and the spread becomes 1, while
      order and pattern stay. That is all of <Term name="layerNorm" then="," /> layer normalization, but for two
      additions: a little <Term name="eps" /> is added to the variance before the root, and at the end each result gets
      a <Term name="affine" then="." />
    </>
  );
}

/** What the average of the squares is over, in LayerNorm and here. */
function Over() {
  const { correction } = figures.row.value;
  const { groupSize: n } = derived.row.value;
  return (
    <p class="step-note">
      LayerNorm averages the squares over n, here {n}
      {correction === 1 && <strong>; this row’s are averaged over n&nbsp;−&nbsp;1, {n - 1}</strong>}. Over{" "}
      <Term name="bessel" /> the variance comes out larger, and so does its root, <Term name="sigma" then=";" />{" "}
      <Term name="xhat" /> comes out smaller. A weight and a bias for each place, learned and shared by all rows, may
      move mean and spread off 0 and 1 again; each row’s own mean and spread they cannot bring back.
    </p>
  );
}

/** Of a longer row, only the first terms and the last one are written. */
const SHOWN = 8;

/**
 * The numbers of a group in digits; in a long group some are left out.
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

/**
 * @typedef {{ view: import("../../figure/values/derive.js").Derived, group: number, members: readonly number[] }}
 *   StepProps
 */
/** @typedef {import("../../figure/words/arithmetic.js").Line} Shown */

/**
 * An average of a group's numbers, with so many digits that the written terms give the written result.
 * @param {ArrayLike<number>} values
 * @param {readonly number[]} members
 * @param {import("../../figure/words/arithmetic.js").Operand} result
 * @param {1 | 2} power
 * @param {number} count
 * @returns {Shown}
 */
function averageLine(values, members, result, power, count) {
  if (members.length > SHOWN) {
    const texts = textsOf(values, members);
    return { texts, result: formatNumber(result.value, result.whole), sign: "=", offersAll: false };
  }
  const operands = members.map((index) => numberAt(values, index));
  return arithmetic(operands, result, averageOf(power, count));
}

/** @param {{ line: Shown }} props */
const Result = ({ line: { sign, result, offersAll } }) => (
  <>
    {sign} <strong>{result}</strong> {offersAll && <AllDigits />}
  </>
);

/** @param {StepProps} props */
function MeanStep({ view, group, members }) {
  const result = numberAt(view.mean, group);
  const line = averageLine(view.x, members, result, 1, view.groupSize);
  return (
    <>
      mean = ({line.texts.join(" + ").replaceAll("+ −", "− ")}) ÷ {view.groupSize} <Result line={line} />
    </>
  );
}

/** @param {StepProps} props */
function VarianceStep({ view, group, members }) {
  const { correction } = figures.row.value;
  const count = view.groupSize - correction;
  const result = numberAt(view.variance, group);
  const line = averageLine(view.centred, members, result, 2, count);
  const squares = line.texts.map((text) => (text === "…" ? text : `(${text})²`));
  return (
    <>
      variance = ({squares.join(" + ")}) ÷ {count} <Result line={line} />
    </>
  );
}

/** @param {StepProps} props */
function DivisionStep({ view, group, members }) {
  const settings = figures.row.value;
  const variance = numberAt(view.variance, group);
  const line = arithmetic([variance], { value: view.spread[group], whole: view.spread[group] === 0 }, rootOf(settings));
  return (
    <>
      each ÷ {rootText(settings, line.texts[0])} {line.sign} each ÷ {line.result}:{" "}
      <strong>{textsOf(view.normalized, members).join(", ")}</strong> {line.offersAll && <AllDigits />}
    </>
  );
}

/** @param {StepProps} props */
const AffineStep = ({ view, members }) => (
  <>
    each · weight + bias: <strong>{textsOf(view.y, members).join(", ")}</strong>
  </>
);
