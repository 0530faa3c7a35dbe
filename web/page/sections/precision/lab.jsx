import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { figures } from "../../store/state.js";
import { SectionView } from "../../parts/section.jsx";
import { Term } from "../../parts/term.jsx";
import { QuestionView } from "../../question/question.jsx";
import { bookMean } from "./errata.js";
import { Errata } from "./errata.jsx";
import { Peers } from "./peers.jsx";
import { checkPrecision, FAR, predictOrder, predictVariance } from "./questions.js";
import { meanText } from "./sentences.js";
import { Six } from "./six.jsx";
import { values } from "./six.js";
import { Sweep } from "./sweep.jsx";
import { now } from "./answer.js";

/** @typedef {import("./spec.js").Order} Order */

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  const { order, mean } = figures.precision.value;
  const seen = useRef(new Set(/** @type {Order[]} */ ([]))).current;
  seen.add(order);
  return (
    <SectionView {...props} lesson="In float32, almost 0 is as near as a sum comes" prose={<Prose />}>
      <Predictions isReversed={seen.has("right")} isFar={mean === FAR} />
      <Six seen={seen} />
      <Sweep />
      <Peers />
      <Errata />
      <QuestionView id="precision.check" kind="check" make={checkPrecision(values.value, order)} />
    </SectionView>
  );
}

const Prose = () => (
  <>
    A <Term name="float32" /> keeps about seven decimal digits of a number, and rounds the rest away. So the mean of the
    normalized numbers prints as {bookMean()} in the book, and as something else on another machine, or in another order
    of adding. Near 0 nobody needs to care. Far from 0, it is the way of computing that decides whether one digit of the
    variance is right.
  </>
);

/** One after the other. @param {{ isReversed: boolean, isFar: boolean }} props  what has been tried */
function Predictions({ isReversed, isFar }) {
  const at = useSignal(0);
  const wasFar = useRef(false);
  wasFar.current ||= isFar;
  useEffect(() => {
    // The button that was pressed went with its question: the reader goes on at the new prompt.
    if (at.value > 0)
      /** @type {HTMLElement | null} */ (document.querySelector("#precision [data-kind=predict] .prompt"))?.focus();
  }, [at.value]);
  return at.value === 0 ? (
    <QuestionView
      key="order"
      id="precision.predictOrder"
      kind="predict"
      make={predictOrder}
      acted={isReversed}
      act="Now add them right to left."
    >
      <button type="button" class="text-button another" onClick={() => at.value++}>
        Predict another
      </button>
    </QuestionView>
  ) : (
    <QuestionView
      key="mean"
      id="precision.predictMean"
      kind="predict"
      make={() => predictVariance(isFar ? now.value : undefined)}
      acted={wasFar.current}
      act={`Now drag the mean to ${meanText(FAR)}.`}
    />
  );
}
