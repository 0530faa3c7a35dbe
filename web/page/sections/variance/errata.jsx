/** Written and computed: a table, whose first row stands there at once. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { inWords } from "../../kit/format.js";
import { errata } from "./errata.js";

/** How many rows are there before all are asked for. */
const SHOWN = 1;

export function Errata() {
  const rows = useMemo(errata, []);
  const isWhole = useSignal(false);
  return (
    <div
      class="card errata"
      role="region"
      aria-labelledby="variance-errata"
      data-whole={isWhole.value ? "" : undefined}
    >
      <h3 id="variance-errata">Sometimes written, and right</h3>
      <table id="variance-errata-rows">
        <thead>
          <tr>
            <th scope="col">Sometimes written</th>
            <th scope="col">Right</th>
            <th scope="col">Computed here</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, isWhole.value ? rows.length : SHOWN).map(({ written, right, here }) => (
            <tr key={written}>
              <th scope="row" class="written" data-head="Sometimes written">
                {written}
              </th>
              <td data-head="Right">{right}</td>
              <td data-head="Computed here">{here}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button
        type="button"
        class="text-button"
        aria-expanded={isWhole.value}
        aria-controls="variance-errata-rows"
        onClick={() => {
          isWhole.value = !isWhole.value;
        }}
      >
        {isWhole.value ? "Only the first" : `All ${inWords(rows.length)}`}
      </button>
    </div>
  );
}
