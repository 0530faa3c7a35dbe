/** The sum of a row in four lanes, and one number at a time. */
import { figures } from "../../store/state.js";
import { cellStyle } from "../../kit/styles/cell-style.js";
import { reachOf } from "../../kit/styles/ramp.js";
import { withMinus } from "../../kit/format.js";
import { Term } from "../../parts/term.jsx";
import { LANES, lanesText, ROW, withoutSimd, withSimd } from "./lanes.js";
import { lookAtSpeed } from "./actions.js";
import { STEPS } from "./limits.js";

/** @typedef {import("./lanes.js").Adder} AdderState */

const REACH = reachOf(ROW);

export function Lanes() {
  const { step } = figures.speed.value;
  return (
    <div class="speed-pane" id="speed-lanes">
      <h3>
        A row’s sum, with and without <Term name="lane">lanes</Term>
      </h3>
      <Adder name="f32.add" what="one number an instruction" adder={withoutSimd(step)} />
      <Adder name="f32x4.add" what="four numbers an instruction" adder={withSimd(step)} isWide />
      <Steps step={step} />
      <p class="speed-told">{lanesText(step)}</p>
      <p class="speed-note">
        Both come to the same, for these are whole numbers. With fractions, sums in another order differ: each addition
        is off by up to one part in 2²⁴ of what it gives, which may be all of a sum that ends near 0. And a quarter of
        the instructions need not be a quarter of the time: reading from memory takes as long as before.
      </p>
    </div>
  );
}

/** @param {{ name: string, what: string, adder: AdderState, isWide?: boolean }} props */
function Adder({ name, what, adder: { done, of, taken, last, sums }, isWide }) {
  return (
    <div class="adder" data-wide={isWide ? "" : undefined} data-done={done === of ? "" : undefined}>
      <p>
        <code>{name}</code> {what}
        <strong>
          {done} of {of}
        </strong>
      </p>
      <ol class="adder-row" aria-hidden="true">
        {ROW.map((value, i) => (
          <li
            key={i}
            style={cellStyle(value, REACH)}
            data-taken={i < taken ? "" : undefined}
            data-now={i < taken && i >= taken - last ? "" : undefined}
          >
            {withMinus(String(value))}
          </li>
        ))}
      </ol>
      <ol class="adder-sums" aria-label={`${name}: ${sums.length === 1 ? "sum" : "sums"}`}>
        {Array.from({ length: isWide ? LANES : 1 }, (_, lane) => (
          <li key={lane} data-unused={lane < sums.length ? undefined : ""}>
            {lane < sums.length ? withMinus(String(sums[lane])) : ""}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** @param {{ step: number }} props */
function Steps({ step }) {
  const goTo = (/** @type {number} */ to) => lookAtSpeed({ step: Math.min(Math.max(to, 0), STEPS) });
  return (
    <div class="speed-steps">
      <button type="button" class="pill" aria-disabled={step === 0 || undefined} onClick={() => goTo(step - 1)}>
        Back
      </button>
      <input
        type="range"
        aria-label="Instructions done"
        min={0}
        max={STEPS}
        step={1}
        value={step}
        aria-valuetext={`${step} of ${STEPS}. Without SIMD the sum is ${withoutSimd(step).sums[0]}. ${lanesText(step)}`}
        style={{ "--fraction": step / STEPS }}
        onInput={(event) => goTo(Number(event.currentTarget.value))}
      />
      <button type="button" class="pill" aria-disabled={step === STEPS || undefined} onClick={() => goTo(step + 1)}>
        Next instruction
      </button>
    </div>
  );
}
