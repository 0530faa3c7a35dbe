import { useRef } from "preact/hooks";
import { dimsInWords } from "../../figure/dims/broadcast.js";
import { derived } from "../../figure/state/derived.js";
import { setPreset } from "../../figure/state/settings.js";
import { setDims } from "../../figure/state/actions.js";
import { countedInWords, formatNumber } from "../../kit/format.js";
import { checkDim, predictDim0 } from "./questions.js";
import { reachOfPairs, sizeOfPairs } from "./pairs.js";
import { formatEps } from "../../figure/words/format-tensor.js";
import { groupNoun } from "../../figure/words/group-nouns.js";
import { formatShape, reducedShape } from "../../kit/shapes.js";
import { unbroken } from "../../kit/unbroken.js";
import { figures } from "../../store/state.js";
import { Figure } from "../../figure/figure.jsx";
import { LeftLine } from "../../figure/left-line.jsx";
import { QuestionView } from "../../question/question.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { Term } from "../../parts/term.jsx";
import { SectionView } from "../../parts/section.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="The axis you name is the one that disappears" prose={<Prose />}>
    <Predict />
    <Figure
      id="dim"
      head={
        <ResultStrip id="dim">
          <LeftLine id="dim" />
        </ResultStrip>
      }
      below={
        <div class="beneath">
          <OfTwo />
          <Kept />
        </div>
      }
    />
    <QuestionView id="dim.check" kind="check" make={checkDim} />
  </SectionView>
);

function Predict() {
  const { rank, shape, x } = derived.dim.value;
  const pressed = useRef(false);
  pressed.current ||= figures.dim.value.dims.includes(0);
  if (rank !== 2 || x.length <= 1) return null;
  return (
    <QuestionView
      id="dim.predict"
      kind="predict"
      make={(round) => predictDim0(shape, round)}
      acted={pressed.current}
      act="Now press dim 0, and count."
    />
  );
}

function Prose() {
  const { preset, x } = figures.dim.value;
  const { shape, rank } = derived.dim.value;
  const from = preset === "book" && x === null ? "This is the book’s output for two inputs, a" : "This is a";
  if (rank !== 2)
    return (
      <>
        {from} <Term name="tensor" /> of shape <code>{formatShape(shape)}</code>, with {rank}{" "}
        <Term name="dim">{rank === 1 ? "dim" : "dims"}</Term> to name.
      </>
    );
  const [, columns] = shape;
  return (
    <>
      {from} <Term name="tensor" /> of shape <code>{formatShape(shape)}</code>: PyTorch calls an axis a{" "}
      <Term name="dim" then="," /> and counts from 0, or from the end, from −1. Name{" "}
      <em class="term-dim">dim 1 = −1</em>, and {countedInWords(columns, "column")} {columns === 1 ? "folds" : "fold"}{" "}
      into one: each {groupNoun(shape, [1])} keeps one mean and one variance.
    </>
  );
}

/** What is left of the dims that are named, and how it meets x. */
function Kept() {
  const { dims } = figures.dim.value;
  const { shape, rank } = derived.dim.value;
  const [kept, alone] = [true, false].map((keepdim) => formatShape(reducedShape(shape, dims, keepdim)));
  return (
    <p class="step-line">
      The mean over {dimsInWords(dims)} of <code>{formatShape(shape)}</code> has shape <code>{alone}</code>, and with{" "}
      <Term name="keepdim" /> <code>{kept}</code>, which {unbroken("x − mean")} repeats until it fits, by{" "}
      <Term name="broadcasting" then="." />
      {rank === 2 && (
        <>
          {" "}
          “Across rows” may mean either dim: say which disappears, and whether you get one result per{" "}
          {groupNoun(shape, [1])} or one per {groupNoun(shape, [0])}.
        </>
      )}
    </p>
  );
}

/** What the values of a group share; and what a normalization makes of groups of two. */
function OfTwo() {
  const { preset, dims, center } = figures.dim.value;
  const { groupSize, rank } = derived.dim.value;
  const isThere = preset === "book" && `${dims}` === "0";
  return (
    <p class="step-line of-two">
      Values that are normalized together share one mean and one variance, and nothing else.{" "}
      {groupSize === 2 && rank === 2 && center ? (
        <Pairs />
      ) : (
        <>The book’s example has only two rows. Over dim 0 that gives a surprise.</>
      )}{" "}
      {!isThere && (
        <button type="button" class="pill" onClick={showBook}>
          Try the book’s, dim 0
        </button>
      )}
    </p>
  );
}

/** What becomes of groups of two, over n and over n − 1, and what eps does to that. */
function Pairs() {
  const { correction, eps } = figures.dim.value;
  const other = correction === 0 ? 1 : 0;
  const [least, most] = reachOfPairs(derived.dim.value);
  return (
    <>
      Two numbers lie one spread left and right of their mean, however far apart they are. So without eps they come out
      as {plusMinus(sizeOfPairs(correction))} with the variance over {OVER[correction]}, and as{" "}
      {plusMinus(sizeOfPairs(other))} over {OVER[other]}
      {eps === 0 ? (
        <>. Two that are alike have no spread, and 0 ÷ 0 is NaN, as PyTorch gives it, too.</>
      ) : (
        <>
          ; eps = {formatEps(eps)} makes that a little less{most > 0 && <>, here {fromTo(least, most)}</>}. Two that are
          alike have no spread, and come out as 0.
        </>
      )}
    </>
  );
}

const OVER = ["n", "n − 1"];

function showBook() {
  setPreset("dim", "book");
  setDims("dim", [0]);
}

/** @param {number} size */
const plusMinus = (size) => `±${formatNumber(size)}`;

/** @param {number} least @param {number} most */
const fromTo = (least, most) =>
  formatNumber(least) === formatNumber(most) ? plusMinus(most) : `${plusMinus(least)} to ${plusMinus(most)}`;
