import { normalize, tensor } from "layernorm";
import { useRef } from "preact/hooks";
import { BOOK } from "../../course/book.js";
import { derived } from "../../figure/state/derived.js";
import { setPreset } from "../../figure/state/settings.js";
import { setDims } from "../../figure/state/actions.js";
import { countedInWords, formatNumber } from "../../kit/format.js";
import { checkDim, predictDim0 } from "./questions.js";
import { groupNoun } from "../../figure/words/group-nouns.js";
import { formatShape, reducedShape } from "../../kit/shapes.js";
import { figures } from "../../store/state.js";
import { Figure } from "../../figure/figure.jsx";
import { LeftLine } from "../../figure/left-line.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Term } from "../../parts/term.jsx";
import { SectionView } from "../../parts/section.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  const figure = figures.dim.value;
  const view = derived.dim.value;
  const pressed = useRef(false);
  pressed.current ||= figure.dims.includes(0);
  return (
    <SectionView {...props} lesson="The axis you name is the one that disappears" prose={<Prose />}>
      {view.rank === 2 && view.x.length > 1 && (
        <QuestionView
          id="dim.predict"
          kind="predict"
          make={(round) => predictDim0(view.shape, round)}
          acted={pressed.current}
          act="Now press dim 0, and count."
        />
      )}
      <Figure
        id="dim"
        below={
          <div class="beneath">
            <LeftLine id="dim" />
            <OfTwo />
          </div>
        }
      />
      <QuestionView id="dim.check" kind="check" make={(round) => checkDim(figure, view, round)} />
    </SectionView>
  );
}

const BOOK_SHAPE = [BOOK.inputs, BOOK.outputs];

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
  const [rows, columns] = shape;
  const [kept, alone] = [true, false].map((keepdim) => formatShape(reducedShape(BOOK_SHAPE, [0], keepdim)));
  return (
    <>
      {from} <Term name="tensor" /> of shape <code>{formatShape(shape)}</code>. PyTorch calls an axis a{" "}
      <Term name="dim" />, and counts from 0, or from the end, from −1. Name <em class="term-dim">dim 1 = −1</em>:{" "}
      {countedInWords(columns, "column")} {columns === 1 ? "folds" : "fold"} into one, and each {groupNoun(shape, [1])}{" "}
      keeps one mean and one variance. Name <em class="term-dim">dim 0</em>: the {countedInWords(rows, "row")}{" "}
      {rows === 1 ? "folds" : "fold"}, and each {groupNoun(shape, [0])} keeps its own. The mean over dim 0 of{" "}
      <code>{formatShape(BOOK_SHAPE)}</code> has shape <code>{alone}</code>, with <Term name="keepdim" />{" "}
      <code>{kept}</code>: {countedInWords(BOOK.outputs, "mean")}, one for each column. In x − mean it is repeated until
      it fits: that is <Term name="broadcasting" />.
    </>
  );
}

/** What the values of a group share; and what a normalization makes of groups of two. */
function OfTwo() {
  const { preset, dims, eps, center } = figures.dim.value;
  const { shape, groupSize, rank } = derived.dim.value;
  const isThere = preset === "book" && `${dims}` === "0";
  return (
    <p class="step-line of-two">
      Values that are normalized together share one mean and one variance, and nothing else.{" "}
      {rank === 2 && (
        <>
          “Across rows” may mean either dim, so say which one disappears, and whether you get one result per{" "}
          {groupNoun(shape, [1])} or one per {groupNoun(shape, [0])}.{" "}
        </>
      )}
      {groupSize === 2 && rank === 2 && center && eps === 0 ? (
        <>
          Two numbers can only be one spread left and right of their mean: whatever they were, they come out as{" "}
          {plusMinus(1)}, or as {plusMinus(0)} with the variance over n. Two that are alike have no spread, and 0 ÷ 0 is
          NaN: that is no mistake.
        </>
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

function showBook() {
  setPreset("dim", "book");
  setDims("dim", [0]);
}

/** "±0.7071": what two numbers become, over n or n − 1. @param {0 | 1} correction */
const plusMinus = (correction) => `±${formatNumber(normalize(tensor([-1, 1]), { correction, eps: 0 }).data[1])}`;
