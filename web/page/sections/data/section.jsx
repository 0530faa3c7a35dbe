import { useEffect, useRef } from "preact/hooks";
import { counted } from "../../kit/words.js";
import { countedInWords } from "../../kit/format.js";
import { sections } from "../../course/sections.js";
import { figures } from "../../store/state.js";
import { Figure } from "../../figure/figure.jsx";
import { LeftLine } from "../../figure/left-line.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SectionView } from "../../parts/section.jsx";
import { QuestionView } from "../../question/question.jsx";
import { shownName, summary } from "./derived.js";
import { EXAMPLE, LAST_NORM, NORMS } from "./example.js";
import { List } from "./list.jsx";
import { isNormWeight, source } from "./own.js";
import { Pictures } from "./pictures.jsx";
import { checkData, predictWeights } from "./questions.js";
import { Rows } from "./rows.jsx";
import { aboveOneText, partText, summaryText } from "./sentences.js";
import { Take, useOwn } from "./take.jsx";

const CONTROLS = /** @type {const} */ (["correction", "eps", "affine"]);

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  const isOver = useOwn(props.id);
  const hasSeen = useRef(false);
  const isSeen = source.value === EXAMPLE && shownName.value === LAST_NORM;
  useEffect(() => {
    hasSeen.current ||= isSeen;
  }, [isSeen]);
  return (
    <SectionView {...props} lesson="Your numbers, on one scale" prose={<Prose />}>
      <QuestionView
        id="data.predict"
        kind="predict"
        make={predictWeights}
        acted={hasSeen.current || isSeen}
        act={`Now choose ${LAST_NORM} in the example’s list.`}
      />
      <div class="card own-data" data-over={isOver.value ? "" : undefined}>
        <Take />
        <ResultStrip id="data-own">
          <Summary />
        </ResultStrip>
        <div class="own-body">
          <List />
          <Pictures />
        </div>
        <Rows />
      </div>
      <Figure
        id="data"
        controls={CONTROLS}
        head={
          <ResultStrip id="data">
            <LeftLine id="data" />
          </ResultStrip>
        }
      />
      <QuestionView id="data.check" kind="check" make={checkData} />
    </SectionView>
  );
}

const MODEL = sections.find(({ id }) => id === "model");

function Prose() {
  if (source.value !== EXAMPLE)
    return (
      <>
        The figure below has the tensor that is chosen in the list, or the rows of it that fit. Every number that it
        shows of them is computed here, by this page.
      </>
    );
  return (
    <>
      Choose a file, drop it, or paste numbers: a table, an array, the weights of a model. Until then an example stands
      here, made by this page: {countedInWords(EXAMPLE.tensors.length - NORMS.length, "tensor")} of the course, and the
      weights of the {counted(NORMS.length, "norm")} of the small transformer of <a href="#model">{MODEL?.called}</a>,
      as they are after training.
    </>
  );
}

/** What is chosen, and what of it the figure has. */
function Summary() {
  const { x } = figures.data.value;
  const isNorm = x?.from && isNormWeight(x.from);
  return (
    <p class="step-line" aria-live="off">
      {summaryText(shownName.value, summary.value)} {isNorm && aboveOneText(summary.value)}{" "}
      {x?.from && partText(x.from)}
    </p>
  );
}
