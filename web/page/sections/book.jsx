import { useRef } from "preact/hooks";
import { BOOK } from "../model/compute.js";
import { bookNetwork } from "../model/derived.js";
import { capitalised, formatNumber, inWords } from "../model/format.js";
import { checkZeros, predictOtherInput } from "../model/questions.js";
import { figures } from "../model/state.js";
import { NetworkFigure } from "../view/network.jsx";
import { QuestionView } from "../view/question.jsx";
import { SectionView } from "../view/section.jsx";

/** @param {{ number: number, id: string, title: string }} props */
export function BookSection(props) {
  const { input, seed } = figures.book.value;
  const network = bookNetwork.value;
  const seenOther = useRef(false);
  seenOther.current ||= input === 1;
  return (
    <SectionView
      {...props}
      lesson="Whatever comes out of a layer, normalization gives it mean 0 and variance 1"
      prose={<Prose />}
    >
      {network.before.variance.data[1] > 0 && (
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
  const { before } = bookNetwork.value;
  const variance = before.variance.data[input];
  return (
    <>
      {capitalised(inWords(BOOK.features))} numbers go in; a linear layer and ReLU, with PyTorch’s own random
      weights for seed {seed}, make {inWords(BOOK.outputs)} of them. Their mean is{" "}
      {formatNumber(before.mean.data[input])} and their variance {formatNumber(variance)}; other weights would
      give other numbers.{" "}
      {variance > 0
        ? "After normalization the mean is 0 and the variance 1, whatever the weights."
        : "Here all of them are 0: there is no spread to divide by, and without an eps NaN comes out."}
    </>
  );
}
