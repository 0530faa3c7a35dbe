/** The errors of packages on one hard row, from this project's benchmark. */
import { ulpOf } from "./float32.js";
import { inWords, percent } from "../../kit/format.js";
import { many } from "../../figure/values/torch.js";
import { PEERS_ROW, peers, count, ROWS } from "./peers.js";
import { brief, meanText } from "./sentences.js";

/** The bars begin here, as powers of ten, and end at 1. */
const LEAST = -8;

/** @param {number} error */
const lengthOf = (error) => percent((100 * (Math.log10(error) - LEAST)) / -LEAST);

export function Peers() {
  const { mean, spread } = PEERS_ROW;
  const apart = ulpOf(mean);
  return (
    <div class="card lens-peers" role="region" aria-labelledby="precision-peers">
      <div>
        <h3 id="precision-peers">A mean that is rounded, before it is taken away</h3>
        <p>
          {count} numbers of mean {meanText(mean)} and spread {spread}: float32’s numbers lie {brief(apart)} apart
          there. A mean that is rounded to one of them is off by up to {brief(apart / 2)}, which is{" "}
          {brief(apart / 2 / spread, 2)} of the spread, in every number of x̂ alike; and a sum that is rounded at each
          step may be off by more. The bars are the largest errors that this project’s benchmark measured in LayerNorm
          of {inWords(ROWS)} such rows, with a random weight and bias, as a share of the row’s largest term, or of 1 if
          that is more: {inWords(ROWS)} rows are few, and in {meanText(many.rows)} rows without weight and bias
          PyTorch’s largest error is {brief(many.error, 2)}. With every line that a bar passes, the error is ten times
          as large.
        </p>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">package</th>
            <th scope="col">largest error</th>
            <th scope="col">
              <span class="visually-hidden">as a bar</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {peers.map(({ name, version, error }) => (
            <tr key={name} data-own={name === "layernorm" ? "" : undefined}>
              <th scope="row">
                {name === "layernorm" ? "this package" : name} <span>{name === "layernorm" ? "" : version}</span>
              </th>
              <td>{error === null ? "NaN" : brief(error, 2)}</td>
              <td aria-hidden="true">
                <span class="lens-bar" data-nan={error === null ? "" : undefined}>
                  <span style={{ width: error === null ? "100%" : lengthOf(error) }} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
