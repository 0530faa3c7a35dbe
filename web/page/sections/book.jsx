import { useRef } from "preact/hooks";
import { BOOK } from "../model/compute.js";
import { bookNetwork } from "../model/book.js";
import { capitalised, formatNumber, inWords } from "../model/format.js";
import { checkZeros, predictOtherInput } from "../model/questions/book.js";
import { figures } from "../model/state.js";
import { NetworkFigure } from "../view/network.jsx";
import { QuestionView } from "../view/question.jsx";
import { SectionView } from "../view/section.jsx";

/** Whether ReLU left nothing of an input. @param {Float32Array} out @param {number} input */
const allZero = (out, input) =>
  out.subarray(input * BOOK.outputs, (input + 1) * BOOK.outputs).every((value) => value === 0);

/** @param {{ number: number, id: string, title: string }} props */
export function BookSection(props) {
  const { input, seed } = figures.book.value;
  const network = bookNetwork.value;
  const seenOther = useRef(false);
  seenOther.current ||= input === 1;
  return (
    <SectionView
      {...props}
      lesson="Normalized, a layer’s outputs have mean 0 and variance 1"
      prose={<Prose />}
    >
      {!allZero(network.out, 1) && (
        <QuestionView
          kind="predict"
          question={predictOtherInput(network, 1)}
          acted={seenOther.current}
          act="Now switch to input B."
        />
      )}
      <NetworkFigure />
      <QuestionView
        kind="check"
        key={`${input}${seed}`}
        question={checkZeros(network, input, BOOK.outputs)}
      />
    </SectionView>
  );
}

function Prose() {
  const { seed, input } = figures.book.value;
  const { before, out } = bookNetwork.value;
  return (
    <>
      {capitalised(inWords(BOOK.features))} numbers go in; a linear layer and ReLU, with PyTorch’s own
      random weights for seed {seed}, make {inWords(BOOK.outputs)} of them. Their mean is{" "}
      {formatNumber(before.mean.data[input])} and their variance{" "}
      {formatNumber(before.variance.data[input])}; other weights would give other numbers.{" "}
      {allZero(out, input)
        ? "Here all of them are 0: there is no spread to divide by, and without an eps NaN comes out."
        : "Less their mean, and over their standard deviation, they have mean 0 and variance 1; so has " +
          "whatever comes out, unless all of it is the same."}
    </>
  );
}
