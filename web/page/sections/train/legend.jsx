/** The runs in the chart: the look of each line, its losses, and a button that takes it out. */
import { IconButton } from "../../parts/controls.jsx";
import { lastOf, lossText, settingsText } from "./sentences.js";
import { looked, remove, runs } from "./runs.js";

/** @typedef {import("./runs.js").Shown} Shown */

/** What a run is called, by its place. @param {number} place */
export const letterOf = (place) => "ABCD"[place];

/** How a run's line is drawn. @param {{ place: number }} props */
export const Key = ({ place }) => (
  <svg class="train-key" viewBox="0 0 28 8" aria-hidden="true" data-run={place}>
    <path class="train-line" d="M0 4H28" />
  </svg>
);

export const Legend = () => (
  <table class="train-legend">
    <thead>
      <tr>
        <th scope="col">run</th>
        <th scope="col">loss</th>
        <th scope="col">letters to come cut off</th>
        <td />
      </tr>
    </thead>
    <tbody>
      {runs.value.map((shown) => (
        <Row key={shown.place} shown={shown} />
      ))}
    </tbody>
  </table>
);

/** @param {{ shown: Shown }} props */
function Row({ shown: { place, settings, run, isStored } }) {
  const text = settingsText(settings);
  return (
    <tr data-place={place}>
      <th scope="row">
        <button
          type="button"
          class="train-look"
          aria-pressed={looked.value === place}
          title="Show its words"
          onClick={() => {
            looked.value = place;
          }}
        >
          <Key place={place} />
          <b>{letterOf(place)}</b> <span>{text}</span>
          {isStored && <i>stored</i>}
        </button>
      </th>
      <td>{run.losses.length > 0 ? lossText(lastOf(run.losses)) : "…"}</td>
      <td>{run.hidden.length > 0 ? lossText(lastOf(run.hidden)) : "…"}</td>
      <td>
        <IconButton icon="close" label={`Remove run ${letterOf(place)}`} onClick={() => remove(place)} />
      </td>
    </tr>
  );
}
