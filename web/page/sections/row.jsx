import { useRef } from "preact/hooks";
import { derived } from "../model/derived.js";
import { countedInWords, formatEps, formatNumber, formatNumbers } from "../model/format.js";
import { checkShift, predictWords } from "../model/questions/row.js";
import { figures } from "../model/state.js";
import { Figure } from "../view/figure.jsx";
import { QuestionView } from "../view/question.jsx";
import { SectionView } from "../view/section.jsx";

const PRESETS = ["tens", "tenths", "words", "bookRow", "constantRow"];

/** @param {{ number: number, id: string, title: string }} props */
export function RowSection(props) {
  const figure = figures.row.value;
  const view = derived.row.value;
  const check = checkShift(figure, view, figure.at.index);
  const compared = useRef(false);
  compared.current ||= figure.stage >= 2 && (figure.preset === "words" || figure.preset === "tenths");
  return (
    <SectionView {...props} lesson="Slide the row to zero, stretch it to one" prose={<Prose />}>
      <QuestionView
        kind="predict"
        question={predictWords()}
        acted={compared.current}
        act="Now choose both rows above the figure, and go to the division."
      />
      <Figure id="row" presets={PRESETS} axes={false} lead="line">
        <Step />
      </Figure>
      {check && (
        <QuestionView
          kind="check"
          key={`${figure.preset}${figure.correction}${view.x}${figure.at.index}`}
          question={check}
        />
      )}
    </SectionView>
  );
}

function Prose() {
  const { groupSize } = derived.row.value;
  return (
    <>
      Take {countedInWords(groupSize, "number")}. Subtract their mean, and they balance at 0; divide by their
      standard deviation, and one step of the scale is their own spread. Order and pattern stay as they were:
      nothing else happens in a LayerNorm, but for a small eps in that division, and a weight and a bias at
      the end.
    </>
  );
}

/** The whole row's arithmetic at the current stage, in one line. */
function Step() {
  const figure = figures.row.value;
  const view = derived.row.value;
  const group = view.groupOf[figure.at.index];
  const members = view.members[group];
  const texts = (/** @type {Float32Array} */ values) => members.map((index) => formatNumbers(values)[index]);
  const mean = formatNumbers(view.mean)[group];
  const variance = formatNumbers(view.variance)[group];
  const over = figure.correction === 1 ? view.groupSize - 1 : view.groupSize;
  const squares = texts(view.centred)
    .map((text) => `(${text})²`)
    .join(" + ");
  return (
    <p class="step-line" aria-live="off">
      {figure.stage === 0 && (
        <>
          mean = ({texts(view.x).join(" + ")}) ÷ {view.groupSize} = <strong>{mean}</strong>
        </>
      )}
      {figure.stage === 1 && (
        <>
          variance = ({squares}) ÷ {over} = <strong>{variance}</strong>
        </>
      )}
      {figure.stage === 2 && (
        <>
          each ÷ √{figure.eps === 0 ? variance : `(${variance} + ${formatEps(figure.eps)})`} = each ÷{" "}
          {formatNumber(view.spread[group])}: <strong>{texts(view.normalized).join(", ")}</strong>
        </>
      )}
      {figure.stage === 3 && (
        <>
          each · weight + bias: <strong>{texts(view.y).join(", ")}</strong>
        </>
      )}
    </p>
  );
}
