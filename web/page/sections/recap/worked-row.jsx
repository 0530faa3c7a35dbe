/** A row of five numbers, normalized step by step. */
import { spread, square } from "../../figure/values/elementwise.js";
import { formatNumber } from "../../kit/format.js";
import { formatNumbers } from "../../figure/words/format-tensor.js";
import { laterPresets } from "../../figure/values/later-presets.js";
import { deriveRow } from "../../figure/values/recipes.js";

const [OVER_N, OVER_ONE_LESS] = /** @type {const} */ ([0, 1]).map((correction) => ({
  correction,
  eps: 0,
  epsAt: /** @type {const} */ ("inside"),
  center: true,
}));

/** What a single number is printed as, without decimals that are all 0. @param {number} value */
const told = (value) => formatNumber(value, Number.isInteger(value));

/** @param {Float32Array} variance */
const rootOf = (variance) => told(spread(variance, 0)[0]);

/** The rows of the table: what is computed, its numbers, and what follows from them. */
function stepsOf() {
  const x = laterPresets.tens.tensor();
  const [biased, unbiased] = [OVER_N, OVER_ONE_LESS].map((formula) => deriveRow(x, formula));
  const [over, overLess] = [biased, unbiased].map(({ variance }) => told(variance[0]));
  return /** @type {const} */ ([
    ["x", x, `μ = ${told(biased.mean[0])}`],
    ["x − μ", biased.centred, "they add up to 0"],
    ["(x − μ)²", square(biased.centred), `σ² = ${over} over n, ${overLess} over n − 1`],
    ["x̂ over n", biased.normalized, `÷ √${over} = ${rootOf(biased.variance)}`],
    ["x̂ over n − 1", unbiased.normalized, `÷ √${overLess} = ${rootOf(unbiased.variance)}`],
  ]);
}

export const WorkedRow = () => (
  <section>
    <h4>A row by hand, without eps</h4>
    <div class="wide" role="group" aria-label="A row by hand" tabIndex={0}>
      <table class="worked">
        <tbody>
          {stepsOf().map(([name, values, note]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {formatNumbers(values).map((text, i) => (
                <td key={`${i}:${text}`}>{text}</td>
              ))}
              <td class="note">{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
