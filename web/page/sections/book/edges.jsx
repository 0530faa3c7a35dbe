/** The lines between the layers: weights, and ReLU. */
import { BOOK } from "../../course/book.js";
import { percent } from "../../kit/format.js";

/**
 * Where the middle of unit i of n is, in hundredths of the width that all outputs take.
 * @param {number} i
 * @param {number} n
 */
const centre = (i, n) => (100 * (i + 0.5 + (BOOK.outputs - n) / 2)) / BOOK.outputs;

/**
 * Every weight as a line: blue and dashed below 0, orange above, as thick as it is large.
 * @param {{ weight: Float32Array, lit: import("./pointed.js").Pointed }} props
 */
export function Edges({ weight, lit }) {
  const largest = Math.max(...Array.from(weight, Math.abs));
  const lines = Array.from(weight, (value, i) => {
    const [to, from] = [Math.floor(i / BOOK.features), i % BOOK.features];
    return (
      <line
        key={i}
        x1={percent(centre(from, BOOK.features))}
        x2={percent(centre(to, BOOK.outputs))}
        y1="0"
        y2="100%"
        data-sign={value < 0 ? "negative" : "positive"}
        data-lit={("unit" in lit ? to === lit.unit : from === lit.input) ? "" : undefined}
        style={{ "--size": (Math.abs(value) / largest).toFixed(3) }}
      />
    );
  });
  return (
    <svg class="edges" role="img" aria-label={`Linear(${BOOK.features}, ${BOOK.outputs}): ${weight.length} weights`}>
      {lines}
    </svg>
  );
}

/**
 * A line straight down from each unit. The line ends in a bar where ReLU makes the number 0.
 * @param {{ values: Float32Array | null, unit: number }} props  values: before ReLU; null where nothing is cut off
 */
export function Rectifiers({ values, unit }) {
  return (
    <svg class="edges short" aria-hidden="true">
      {Array.from({ length: BOOK.outputs }, (_, i) => {
        const at = percent(centre(i, BOOK.outputs));
        const cut = values !== null && values[i] <= 0;
        return (
          <g key={i} data-lit={i === unit ? "" : undefined} data-cut={cut ? "" : undefined}>
            <line x1={at} x2={at} y1="0" y2={cut ? "45%" : "100%"} />
            {cut && (
              <text x={at} y="45%" class="cut">
                ⊥
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
