import { useRef } from "preact/hooks";
import { BOOK } from "../../course/book.js";
import { bookNetwork } from "./derived.js";
import { formatNumber, inWords } from "../../kit/format.js";
import { checkBook, predictChanged } from "./questions.js";
import { figures } from "../../store/state.js";
import { BookCode } from "./code.jsx";
import { NetworkFigure } from "./network.jsx";
import { QuestionView } from "../../question/question.jsx";
import { XHat } from "../../parts/x-hat.jsx";
import { SectionView } from "../../parts/section.jsx";

/** Whether ReLU left nothing of an input. @param {Float32Array} out @param {number} input */
const allZero = (out, input) =>
  out.subarray(input * BOOK.outputs, (input + 1) * BOOK.outputs).every((value) => value === 0);

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="The book’s example, and what each line makes" prose={<Prose />}>
    <Predict />
    <NetworkFigure />
    <BookCode />
    <Check />
  </SectionView>
);

function Predict() {
  const figure = figures.book.value;
  const { out } = bookNetwork.value;
  const hasChanged = useRef(false);
  hasChanged.current ||= figure.x !== null;
  if ([0, 1].some((input) => allZero(out, input))) return null;
  return (
    <QuestionView
      id="book.predict"
      kind="predict"
      make={predictChanged(figure)}
      acted={hasChanged.current}
      act="Now drag an input, and look at A and at B."
    />
  );
}

function Check() {
  const { input, unit } = figures.book.value;
  return <QuestionView id="book.check" kind="check" make={checkBook(bookNetwork.value, input, unit)} />;
}

function Prose() {
  const { seed, input } = figures.book.value;
  const { before, out } = bookNetwork.value;
  return (
    <>
      A layer turns {inWords(BOOK.features)} inputs into {inWords(BOOK.outputs)} outputs, with random weights, which
      seed {seed} draws; for input {"AB"[input]} the outputs have mean {formatNumber(before.mean.data[input])} and
      variance {formatNumber(before.variance.data[input])}, over n&nbsp;−&nbsp;1.{" "}
      {allZero(out, input) ? (
        "Here all of them are 0: there is no spread to divide by, and NaN comes out."
      ) : (
        <>
          Subtract the mean, divide by the root of the variance, and <XHat /> comes out.
        </>
      )}
    </>
  );
}
