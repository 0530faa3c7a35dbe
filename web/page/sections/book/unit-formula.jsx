import { arithmetic } from "../../figure/words/arithmetic.js";
import { BOOK } from "../../course/book.js";
import { products } from "../../figure/values/elementwise.js";
import { figures } from "../../store/state.js";
import { AllDigits } from "../../figure/words/all-digits.jsx";
import { rowOf } from "./row-of.js";

/** @typedef {import("../../figure/values/book-network.js").Network} Network */

/** @param {number} value */
const operand = (value) => ({ value });

/**
 * All lines of the formula, with so many digits that the written numbers give the written result. The terms have the
 * digits that their sum needs.
 * @param {Network} network
 * @param {number} input
 * @param {number} unit
 */
function linesOf(network, input, unit) {
  const at = input * BOOK.outputs + unit;
  const x = rowOf(network.x, BOOK.features, input);
  const weight = rowOf(network.weight, BOOK.features, unit);
  const values = Array.from(products(x, weight));
  const [mean, variance] = [network.before.mean, network.before.variance].map(({ data }) => data[input]);
  const sum = arithmetic([...values, network.bias[unit]].map(operand), operand(network.preactivation[at]), (...terms) =>
    terms.reduce((total, term) => total + term),
  );
  const terms = values.map((value, i) =>
    arithmetic([operand(x[i]), operand(weight[i])], { value, text: sum.texts[i] }, (a, b) => a * b),
  );
  const normalized = arithmetic(
    [network.out[at], mean, variance].map(operand),
    operand(network.normalized[at]),
    (value, less, root) => (value - less) / Math.sqrt(root),
  );
  return { sum, terms, normalized, bias: sum.texts[values.length], isPositive: network.preactivation[at] > 0 };
}

/** How a unit came by its number, term by term. @param {{ network: Network, unit: number }} props */
export function UnitFormula({ network, unit }) {
  const { input } = figures.book.value;
  const { sum, terms, normalized, bias, isPositive } = linesOf(network, input, unit);
  const [out, mean, variance] = normalized.texts;
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
          {terms.map(({ texts: [x, weight], sign, result }, i) => (
            <tr key={i} data-input={i}>
              <td>{x}</td>
              <td>· {weight}</td>
              <td>
                {sign === "≈" && "≈ "}
                {result}
              </td>
            </tr>
          ))}
          <Result name="+ bias">{bias}</Result>
        </tbody>
        <tfoot>
          <Result name={sum.sign === "≈" ? "sum ≈" : "sum"}>{sum.result}</Result>
          <Result name="ReLU: max(0, sum)">{isPositive ? sum.result : "0.0000"}</Result>
          <Result name={`(${out} − ${mean}) ÷ √${variance} ${normalized.sign === "≈" ? "≈" : ""}`}>
            <strong>{normalized.result}</strong>
          </Result>
        </tfoot>
      </table>
      {[sum, normalized, ...terms].some(({ offersAll }) => offersAll) && <AllDigits />}
    </div>
  );
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
