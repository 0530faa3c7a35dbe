import { useRef } from "preact/hooks";
import { BOOK } from "../../course/book.js";
import { bookNetwork } from "./derived.js";
import { formatNumber, inWords } from "../../kit/format.js";
import { checkBook, predictOtherInput } from "./questions.js";
import { figures } from "../../store/state.js";
import { NetworkFigure } from "./network.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Term } from "../../parts/term.jsx";
import { SectionView } from "../../parts/section.jsx";

/** Whether ReLU left nothing of an input. @param {Float32Array} out @param {number} input */
const allZero = (out, input) =>
  out.subarray(input * BOOK.outputs, (input + 1) * BOOK.outputs).every((value) => value === 0);

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  const { input, unit, seed } = figures.book.value;
  const network = bookNetwork.value;
  const first = useRef(seed);
  const seenOther = useRef(false);
  seenOther.current ||= input === 1 || seed !== first.current;
  return (
    <SectionView {...props} lesson="Normalized, a layer’s outputs have mean 0 and variance 1" prose={<Prose />}>
      {!allZero(network.out, 1) && (
        <QuestionView
          id="book.predict"
          kind="predict"
          make={predictOtherInput(network)}
          acted={seenOther.current}
          act="Now switch to input B, or draw other weights."
        />
      )}
      <NetworkFigure />
      <QuestionView id="book.check" kind="check" make={checkBook(network, input, unit)} />
    </SectionView>
  );
}

function Prose() {
  const { seed, input } = figures.book.value;
  const { before, out } = bookNetwork.value;
  return (
    <>
      This example is from Sebastian Raschka’s book <cite>Build a Large Language Model (From Scratch)</cite>, section
      4.2. A layer turns {inWords(BOOK.features)} inputs into {inWords(BOOK.outputs)} outputs: each is a weighted sum of
      all inputs, plus a number called bias, and ReLU turns the negative ones into 0. The weights are random; seed{" "}
      {seed} always draws these. The outputs have mean {formatNumber(before.mean.data[input])} and variance{" "}
      {formatNumber(before.variance.data[input])}.{" "}
      {allZero(out, input) ? (
        "Here all of them are 0: there is no spread to divide by, and NaN comes out."
      ) : (
        <>
          To normalize them, subtract the mean, then divide by the standard deviation, the root of the variance. What
          comes out is called <Term name="xhat" />.
        </>
      )}
    </>
  );
}
