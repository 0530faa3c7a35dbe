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
export function Section(props) {
  const { input, unit, x } = figures.book.value;
  const network = bookNetwork.value;
  const hasChanged = useRef(false);
  hasChanged.current ||= x !== null;
  return (
    <SectionView {...props} lesson="The book’s example, and what each line makes" prose={<Prose />}>
      {[0, 1].every((each) => !allZero(network.out, each)) && (
        <QuestionView
          id="book.predict"
          kind="predict"
          make={predictChanged(figures.book.value)}
          acted={hasChanged.current}
          act="Now drag an input, and look at A and at B."
        />
      )}
      <NetworkFigure />
      <BookCode />
      <QuestionView id="book.check" kind="check" make={checkBook(network, input, unit)} />
    </SectionView>
  );
}

function Prose() {
  const { seed, input } = figures.book.value;
  const { before, out } = bookNetwork.value;
  return (
    <>
      A layer turns {inWords(BOOK.features)} inputs into {inWords(BOOK.outputs)} outputs, with random weights, which
      seed {seed} draws; for input {"AB"[input]} the outputs have mean {formatNumber(before.mean.data[input])} and
      variance {formatNumber(before.variance.data[input])}, over n − 1.{" "}
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
