import { BOOK } from "../../model/book.js";
import { products } from "../../model/elementwise.js";
import { formatNumber, formatNumbers } from "../../model/format.js";
import { figures } from "../../model/state.js";
import { rowOf } from "./row-of.js";

/** @typedef {import("../../model/compute.js").Network} Network */

/** How a unit came by its number, term by term. @param {{ network: Network, unit: number }} props */
export function UnitFormula({ network, unit }) {
  const { input } = figures.book.value;
  const at = input * BOOK.outputs + unit;
  return (
    <div role="group" class="unit-formula" aria-label={`How output ${unit} is computed`}>
      <h3>
        Output {unit} of input {"AB"[input]}
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">x</th>
            <th scope="col">· weight</th>
            <th scope="col">= term</th>
          </tr>
        </thead>
        <tbody>
          <Terms x={rowOf(network.x, BOOK.features, input)} weight={rowOf(network.weight, BOOK.features, unit)} />
          <Result name="+ bias">{formatNumber(network.bias[unit])}</Result>
        </tbody>
        <tfoot>
          <Result name="sum">{formatNumber(network.preactivation[at])}</Result>
          <Result name="ReLU: max(0, sum)">{formatNumber(network.out[at])}</Result>
          <Result
            name={
              <>
                − {formatNumber(network.before.mean.data[input])}, ÷ √
                {formatNumber(network.before.variance.data[input])}
              </>
            }
          >
            <strong>{formatNumber(network.normalized[at])}</strong>
          </Result>
        </tfoot>
      </table>
    </div>
  );
}

/** @param {{ x: Float32Array, weight: Float32Array }} props */
function Terms({ x, weight }) {
  const [xs, weights, terms] = [x, weight, products(x, weight)].map(formatNumbers);
  return terms.map((term, i) => (
    <tr key={i} data-input={i}>
      <td>{xs[i]}</td>
      <td>· {weights[i]}</td>
      <td>{term}</td>
    </tr>
  ));
}

/** @param {{ name: import("preact").ComponentChildren, children: import("preact").ComponentChildren }} props */
const Result = ({ name, children }) => (
  <tr>
    <th scope="row" colSpan={2}>
      {name}
    </th>
    <td>{children}</td>
  </tr>
);
