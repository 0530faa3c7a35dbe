/** The model as a column of blocks, whose norms can be pressed. */
import { percent } from "../../kit/format.js";
import { figures } from "../../store/state.js";
import { lookAtModel } from "./actions.js";
import { inColumn } from "./letter-track.jsx";
import { MODES } from "./modes.js";
import { COUNT_IN_WORDS } from "./sentences.js";
import { BLOCKS } from "./architecture.js";

/** @typedef {{ before: number, after: number }} Spread  of a norm's tokens, on average */

/** @param {{ spreads: readonly Spread[] }} props */
export function Blocks({ spreads }) {
  const most = Math.max(...spreads.map(({ before }) => before));
  const norm = (/** @type {number} */ i) => <Norm index={i} spread={spreads[i]} share={spreads[i]?.before / most} />;
  return (
    <div class="blocks" role="radiogroup" aria-labelledby="model-norms">
      <div class="blocks-head" id="model-norms">
        <strong>{`${COUNT_IN_WORDS} norms`}</strong> <span>spread: in → out</span>
      </div>
      {Array.from({ length: BLOCKS }, (_, block) => (
        <div class="block" key={block}>
          <p>block {block + 1}</p>
          {norm(2 * block)}
          <p class="adds">+ attention</p>
          {norm(2 * block + 1)}
          <p class="adds">+ MLP</p>
        </div>
      ))}
      <div class="block last">
        <p>at the end</p>
        {norm(2 * BLOCKS)}
        <p class="adds">→ next letter</p>
      </div>
    </div>
  );
}

/**
 * The bar is as long as the spread of the norm's input: the bars together show how the residual stream grows.
 * @param {{ index: number, spread: Spread | undefined, share: number }} props
 */
function Norm({ index, spread, share }) {
  const { norm, modes } = figures.model.value;
  const mode = modes[index];
  return (
    <label class="norm covered" data-mode={mode}>
      <input type="radio" name="model-norm" checked={index === norm} onChange={() => lookAtModel({ norm: index })} />
      <span class="norm-face">
        <span class="norm-name">
          norm {index + 1}
          {mode !== "trained" && <small> {MODES[mode].label}</small>}
        </span>{" "}
        <span class="norm-spread" data-awaited={spread ? undefined : ""}>
          {inColumn(spread?.before ?? 0)} → {inColumn(spread?.after ?? 0)}
        </span>
        <span class="norm-bar" style={{ width: percent(spread ? 100 * share : 0) }} />
      </span>
    </label>
  );
}
