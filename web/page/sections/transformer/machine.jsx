/**
 * The whole model as one drawing: the stream, which runs from the embedding to the next letter, what is added to it,
 * and the norms through which each part reads it. A norm can be pressed.
 */
import { percent } from "../../kit/format.js";
import { figures } from "../../store/state.js";
import { lookAtModel } from "./actions.js";
import { BLOCKS } from "./architecture.js";
import { inColumn } from "./letter-track.jsx";
import { MODES } from "./modes.js";
import { NORMS_IN_WORDS } from "./sentences.js";

/** @typedef {{ before: number, after: number }} Spread  of a norm's tokens, on average */

/** @param {{ spreads: readonly Spread[] }} props */
export function Machine({ spreads }) {
  const most = Math.max(...spreads.flatMap(({ before, after }) => [before, after]));
  const norm = (/** @type {number} */ i) => <Norm index={i} spread={spreads[i]} most={most} />;
  return (
    <div class="machine" data-changes role="radiogroup" aria-labelledby="model-norms">
      <div class="machine-head" id="model-norms">
        <strong>the whole machine</strong> <span>spread: in → out</span>
      </div>
      <div class="machine-drawing">
        <p class="machine-end">embedding</p>
        {Array.from({ length: BLOCKS }, (_, block) => (
          <div class="block" key={block}>
            <p class="block-name">
              <span>block {block + 1}</span>
            </p>
            {norm(2 * block)}
            <p class="adds">attention</p>
            {norm(2 * block + 1)}
            <p class="adds">MLP</p>
          </div>
        ))}
        {norm(2 * BLOCKS)}
        <p class="machine-end">next letter</p>
      </div>
      <p class="machine-scales" data-awaited={spreads.length > 0 ? undefined : ""}>
        {spreads.length > 0 ? scales(spreads) : "…"}
      </p>
    </div>
  );
}

/** How the stream grows, and how large what the norms put out is. @param {readonly Spread[]} spreads */
function scales(spreads) {
  const [first, last] = [spreads[0].before, spreads[spreads.length - 1].before];
  const after = spreads.map((spread) => spread.after);
  return (
    `The stream’s spread goes from ${inColumn(first)} to ${inColumn(last)}, ${(last / first).toFixed(0)} times as much. ` +
    `The ${NORMS_IN_WORDS} put out ${inColumn(Math.min(...after))} to ${inColumn(Math.max(...after))}.`
  );
}

/**
 * The bars are as long as the spreads of what goes in, which shows how the stream grows, and of what comes out.
 * @param {{ index: number, spread: Spread | undefined, most: number }} props
 */
function Norm({ index, spread, most }) {
  const { norm, modes } = figures.model.value;
  const mode = modes[index];
  return (
    <label class="norm covered" data-mode={mode}>
      <input type="radio" name="model-norm" checked={index === norm} onChange={() => lookAtModel({ norm: index })} />
      <span class="norm-face" title={mode === "trained" ? undefined : MODES[mode].label}>
        <span class="norm-name">norm {index + 1}</span>{" "}
        {mode === "trained" ? <Bars spread={spread} most={most} /> : <small>{MODES[mode].mark}</small>}{" "}
        <span class="norm-spread" data-awaited={spread ? undefined : ""}>
          {inColumn(spread?.before ?? 0)} → {inColumn(spread?.after ?? 0)}
        </span>
      </span>
    </label>
  );
}

/** @param {{ spread: Spread | undefined, most: number }} props */
const Bars = ({ spread, most }) => (
  <span class="norm-bars" aria-hidden="true">
    {[spread?.before ?? 0, spread?.after ?? 0].map((value, i) => (
      <span key={i} style={{ width: percent(spread ? (100 * value) / most : 0) }} />
    ))}
  </span>
);
