/** The batch at hand: what goes in, what comes out, and how the running statistics moved. */
import { cellStyle } from "../../kit/styles/cell-style.js";
import { reachOf } from "../../kit/styles/ramp.js";
import { formatNumber } from "../../kit/format.js";
import { figures } from "../../store/state.js";
import { batchAtHand } from "./derived.js";
import { hundredths } from "./sentences.js";
import { MOMENTUM } from "./stream.js";

export function AtHand() {
  const { mode } = figures.batch.value;
  const { x, out, own, kept, before, isNew } = batchAtHand.value;
  const isTraining = mode === "train";
  const reach = reachOf(x, out);
  return (
    <div class="batch-at-hand">
      <h3>The batch at hand: {x.length} numbers of one feature</h3>
      <table>
        <tbody>
          <Row name="x" values={x} reach={reach} />
          <Row name="out" values={out} reach={reach} />
        </tbody>
      </table>
      <h3>
        {isTraining ? "In train mode: the batch’s own" : "In eval mode: what was kept"} <span>rounded</span>
      </h3>
      <dl>
        <Line
          name="out"
          text={
            isTraining
              ? `(x − ${formatNumber(own.mean)}) ÷ √${formatNumber(own.variance)}`
              : `(x − ${formatNumber(kept.runningMean)}) ÷ √${formatNumber(kept.runningVariance)}`
          }
          note={isTraining ? "mean and variance over n, plus eps" : "running mean and variance, plus eps"}
        />
        <Line
          name="running mean"
          text={
            isTraining
              ? movedText(before.runningMean, own.mean, kept.runningMean)
              : `stays ${formatNumber(kept.runningMean)}`
          }
          note={isTraining || isNew ? "" : `the batch’s own is ${formatNumber(own.mean)}`}
        />
        <Line
          name="running variance"
          text={
            isTraining
              ? movedText(before.runningVariance, own.unbiased, kept.runningVariance)
              : `stays ${formatNumber(kept.runningVariance)}`
          }
          note={isTraining ? "the batch’s variance over n − 1" : ""}
        />
      </dl>
    </div>
  );
}

/** @param {number} before @param {number} own @param {number} after */
const movedText = (before, own, after) =>
  `${1 - MOMENTUM} × ${formatNumber(before)} + ${MOMENTUM} × ${formatNumber(own)} = ${formatNumber(after)}`;

/** @param {{ name: string, values: Float32Array, reach: number }} props */
const Row = ({ name, values, reach }) => (
  <tr>
    <th scope="row">{name}</th>
    {Array.from(values, (value, i) => (
      <td key={i} class="batch-cell" style={cellStyle(value, reach)}>
        {hundredths(value)}
      </td>
    ))}
  </tr>
);

/** @param {{ name: string, text: string, note: string }} props */
const Line = ({ name, text, note }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span>{text}</span>
      <small>{note}</small>
    </dd>
  </div>
);
