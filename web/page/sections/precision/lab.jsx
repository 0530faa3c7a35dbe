import { useRef } from "preact/hooks";
import { figures } from "../../store/state.js";
import { SectionView } from "../../parts/section.jsx";
import { Term } from "../../parts/term.jsx";
import { Predictions } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Peers } from "./peers.jsx";
import { ALIKE, checkPrecision, predictOrder, predictVariance } from "./questions.js";
import { rows, zeros } from "../../figure/values/torch.js";
import { float32Of } from "./float32.js";
import { meanText, printed } from "./sentences.js";
import { Six } from "./six.jsx";
import { FROM_NAMES, meanOf, sumOf } from "./six.js";
import { Sweep } from "./sweep.jsx";
import { now } from "./answer.js";

/** @typedef {import("./spec.js").Order} Order */

const torchRow = rows.torch.map(float32Of);
/** Its mean prints as the book's does. */
const bookRow = rows.less1.map(float32Of);

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  const { order, mean } = figures.precision.value;
  const seen = useRef(new Set(/** @type {Order[]} */ ([]))).current;
  seen.add(order);
  return (
    <SectionView {...props} lesson="In float32, a sum that should be 0 need not be" prose={<Prose />}>
      <Asked isReversed={seen.has("right")} isFar={mean === ALIKE} />
      <Six seen={seen} />
      <Zeros />
      <Sweep />
      <Peers />
      <QuestionView id="precision.check" kind="check" make={checkPrecision} />
    </SectionView>
  );
}

const Prose = () => (
  <>
    A <Term name="float32" /> keeps about seven decimal digits of a number and rounds the rest away, so numbers that
    should add up to 0 often leave a little: how much depends on the order, and on one <Term name="ulp" then="," /> the
    worth of a last bit, in what they were made from. Far from 0, the way of computing decides whether any digit of the
    variance is right.
  </>
);

/** How often nothing is left, and why the book prints what it does. */
function Zeros() {
  const share = Math.round((100 * zeros.zeros) / zeros.rows);
  return (
    <p class="lens-more">
      Can the mean be 0? Yes: of {zeros.rows.toLocaleString("en")} random rows of six, normalized by PyTorch as the
      book’s cells do it, {share} % add up to exactly 0. The book’s own row adds up to{" "}
      {printed(sumOf(torchRow, "left"))} from left to right, with PyTorch’s six numbers; in PyTorch’s order its mean
      prints as {printed(meanOf(torchRow, "torch"))}. The book prints {printed(meanOf(bookRow, "torch"))}. So does
      PyTorch where output 1 of the layer is a last bit less, which is how this page’s Linear rounds it, and a machine
      that adds the five products in another order may. Choose “{FROM_NAMES.less1}” and “as PyTorch” to see that sum;
      with “{FROM_NAMES.less3}” the mean is 0.
    </p>
  );
}

/** @param {{ isReversed: boolean, isFar: boolean }} props  what is tried now, or has been */
function Asked({ isReversed, isFar }) {
  const { count } = figures.precision.value;
  const predictions = [
    { id: "predictOrder", act: "Now add them right to left.", make: predictOrder },
    {
      id: "predictMean",
      act: `Now drag the mean to ${meanText(ALIKE)}.`,
      make: () => predictVariance(isFar ? now.value : undefined, Number(count)),
    },
  ];
  const isSeen = (/** @type {{ id: string }} */ { id }) => (id === "predictOrder" ? isReversed : isFar);
  return <Predictions section="precision" predictions={predictions} isSeen={isSeen} />;
}
