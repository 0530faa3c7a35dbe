/** The results of two formulas for the same row, one under the other. */
import annotated from "../../kit/equations/annotated.tex";
import bert from "../../kit/equations/bert.tex";
import cells from "../../kit/equations/cells.tex";
import asClass from "../../kit/equations/class.tex";
import keras from "../../kit/equations/keras.tex";
import notebook from "../../kit/equations/notebook.tex";
import rms from "../../kit/equations/rms.tex";
import tensor2tensor from "../../kit/equations/tensor2tensor.tex";
import { formatNumbers } from "../../figure/words/format-tensor.js";
import { formatNumber, formatTick } from "../../kit/format.js";
import { describe, explain, recipeOf, recipes, statisticsOf } from "../../figure/values/recipes.js";
import { figures } from "../../store/state.js";
import { cellStyle } from "../../kit/styles/cell-style.js";
import { ExampleSelect } from "../../figure/example-select.jsx";
import { outcomes } from "./outcomes.js";
import { Typeset } from "../../parts/typeset.jsx";

/** @typedef {import("../../store/state.js").RecipeId} RecipeId */
/** @typedef {import("../../figure/values/recipes.js").Outcome} Outcome */

/** @type {Record<RecipeId, string>} */
const FORMULAS = { annotated, bert, cells, class: asClass, keras, notebook, rms, tensor2tensor };

/** Of a longer row, only the first numbers are shown. */
const SHOWN = 12;

/** @param {{ offered: readonly string[] }} props  the rows to choose from */
export function Comparison({ offered }) {
  const { figure, row, a, b, other, compared, reach } = outcomes.value;
  const { beside } = figure;
  return (
    <div class="comparison">
      <div class="which-row">
        <span aria-hidden="true">Row</span>
        <ExampleSelect id="variance" label="Row" names={offered} />
      </div>
      <SameRow {...{ row, a, b, compared, reach }} />
      {row.length > SHOWN && (
        <p>
          These are the first {SHOWN} of {row.length} values.
        </p>
      )}
      <dl>
        <Explained side="A" text={explain(figure, a)} />
        {other && b && <Explained side="B" text={explain(other, b)} />}
      </dl>
      <div class="formulas">
        <Named side="A" id={recipeOf(figure)} />
        {beside && <Named side="B" id={beside} />}
      </div>
    </div>
  );
}

/**
 * @param {{ row: Float32Array, a: Outcome, b: Outcome | null, compared: (typeof outcomes)["value"]["compared"],
 *   reach: number }} props
 */
const SameRow = ({ row, a, b, compared, reach }) => (
  <div class="same-row" data-changes tabIndex={0} role="region" aria-label="The same row, by two formulas">
    <table>
      <thead>
        <tr>
          <td />
          {Array.from(row.subarray(0, SHOWN), (_, i) => (
            <th scope="col" key={i}>
              [{i}]
            </th>
          ))}
          <th scope="col">mean</th>
          <th scope="col">var, n</th>
          <th scope="col">var, n − 1</th>
        </tr>
      </thead>
      <tbody>
        <Numbers
          name="x"
          values={row}
          texts={formatNumbers(row).map((text) => [text, ""])}
          after={statisticsOf(row)}
          reach={reach}
        />
        <Numbers name="A" values={a.values} texts={compared.a} after={a.after} reach={reach} />
        {b && <Numbers name="B" values={b.values} texts={compared.b} after={b.after} reach={reach} />}
        {b && (
          <tr class="differences">
            <th scope="row" title="Worked out with all digits, then rounded">
              B − A
            </th>
            {compared.differences.slice(0, SHOWN).map((text, i) => (
              <td key={i}>{text}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  </div>
);

/** A figure may be set to a formula that no one uses. @param {{ side: string, id: RecipeId | null }} props */
const Named = ({ side, id }) => (
  <div>
    <p>
      <strong class="side">{side}</strong> {id ? recipes[id].name : `As set below: ${describe(figures.variance.value)}`}
    </p>
    {id && <Typeset mathml={FORMULAS[id]} />}
    {id && <p class="source">{recipes[id].source}</p>}
  </div>
);

/** A variance too small for four decimals. @param {number} value */
const formatSmall = (value) => (value > 0 && value < 1e-4 ? formatTick(value) : formatNumber(value));

/** @param {{ side: string, text: string }} props */
const Explained = ({ side, text }) => (
  <div>
    <dt class="side">{side}</dt>
    <dd>{text}</dd>
  </div>
);

/**
 * @param {{ name: string, values: Float32Array, texts: readonly (readonly [string, string])[],
 *   after: Outcome["after"], reach: number }} props
 */
const Numbers = ({ name, values, texts, after, reach }) => (
  <tr>
    <th scope="row" class={name === "x" ? undefined : "side"}>
      {name}
    </th>
    {texts.slice(0, SHOWN).map(([same, differs], i) => (
      <td
        class="value"
        key={i}
        data-kind={Number.isFinite(values[i]) ? undefined : "strange"}
        style={cellStyle(values[i], reach)}
      >
        {same}
        {differs !== "" && <b>{differs}</b>}
      </td>
    ))}
    <td>{formatNumber(after.mean)}</td>
    <td>{formatSmall(after.variance)}</td>
    <td>{formatSmall(after.unbiased)}</td>
  </tr>
);
