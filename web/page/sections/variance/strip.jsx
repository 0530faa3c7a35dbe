import { formatNumber } from "../../kit/format.js";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { outcomes } from "./outcomes.js";

/** The first number of the row and the variance of all, by A and by B; and how far apart they are. */
export function Strip() {
  const { a, b, compared } = outcomes.value;
  return (
    <ResultStrip id="variance">
      <Side name="A" outcome={a} />
      <Side name="B" outcome={b} />
      <span class="summary" role="status">
        {b ? compared.summary : "Choose B: its numbers appear under A’s, and what differs is underlined."}
      </span>
    </ResultStrip>
  );
}

/** @param {{ name: string, outcome: import("../../figure/values/recipes.js").Outcome | null }} props */
const Side = ({ name, outcome }) => (
  <span>
    <b class="side">{name}</b> x̂[0] <strong>{outcome ? formatNumber(outcome.values[0]) : "–"}</strong>, variance over n{" "}
    <strong>{outcome ? formatNumber(outcome.after.variance) : "–"}</strong>
  </span>
);
