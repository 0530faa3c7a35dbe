import { formatNumber } from "../kit/format.js";
import { RAMP_LIMIT, fillColours } from "../kit/styles/ramp.js";

const STEPS = [-RAMP_LIMIT, -10, -2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2, 10, RAMP_LIMIT];
const NAMED = [-2, 0, 2];

/** Which colour is which number: the same at every stage, in every figure. */
export const Legend = () => (
  <div
    class="legend"
    role="img"
    aria-label={`Colours: blue below 0, orange above; even to ±2, then ever slower to ±${RAMP_LIMIT}`}
  >
    {STEPS.map((value) => (
      <span key={value} style={fillColours(value)}>
        {NAMED.includes(value) ? <i>{formatNumber(value, true)}</i> : null}
      </span>
    ))}
  </div>
);
