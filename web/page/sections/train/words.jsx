/** The words that a run has made up on its way. */
import { STEPS } from "./architecture.js";
import { TELLS } from "./rhythm.js";
import { lookedAt } from "./runs.js";
import { Key, letterOf } from "./legend.jsx";

const ROWS = Array.from({ length: STEPS / TELLS + 1 }, (_, i) => i);

export function Words() {
  const shown = lookedAt.value;
  return (
    <div class="train-words">
      <h4>
        Words made up by{" "}
        {shown ? (
          <>
            <Key place={shown.place} /> {letterOf(shown.place)}
          </>
        ) : (
          "no run"
        )}
      </h4>
      <dl>
        {ROWS.map((i) => (
          <div key={i}>
            <dt>{i * TELLS}</dt>
            <dd>{shown?.run.words[i]?.map((word) => word || "·").join(" ") ?? ""}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
