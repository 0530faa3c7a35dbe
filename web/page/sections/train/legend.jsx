/** The runs in the chart: the look of each line, its losses, and a button that takes it out. */
import { IconButton } from "../../parts/controls.jsx";
import { MOST_RUNS } from "./limits.js";
import { looked, remove, runs } from "./runs.js";
import { lastOf, lossText, settingsText } from "./sentences.js";

/** @typedef {import("./runs.js").Shown} Shown */

/** What a run is called, by its place. @param {number} place */
export const letterOf = (place) => "ABCD"[place];

/** How a run's line is drawn. @param {{ place: number }} props */
export const Key = ({ place }) => (
  <svg class="train-key" viewBox="0 0 28 8" aria-hidden="true" data-run={place}>
    <path class="train-line" d="M0 4H28" />
  </svg>
);

const PLACES = Array.from({ length: MOST_RUNS }, (_, place) => place);

/** Each place has its line, taken or not: so a run that comes or goes moves nothing. */
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
      {PLACES.map((place) => {
        const shown = runs.value.find((run) => run.place === place);
        return shown ? <Row key={place} shown={shown} /> : <Free key={place} place={place} />;
      })}
    </tbody>
  </table>
);

/** A place that no run has. @param {{ place: number }} props */
const Free = ({ place }) => (
  <tr class="train-free">
    <th scope="row">
      <span class="train-name">
        <Key place={place} />
        <b>{letterOf(place)}</b> <span>room for a run</span>
      </span>
    </th>
    <td />
    <td />
    <td />
  </tr>
);

/** @param {{ shown: Shown }} props */
function Row({ shown: { place, settings, run, isStored } }) {
  const text = settingsText(settings);
  return (
    <tr data-place={place}>
      <th scope="row">
        <button
          type="button"
          class="train-name train-look"
          aria-pressed={looked.value === place}
          title="Show its words"
          onClick={() => {
            looked.value = place;
          }}
        >
          <Key place={place} />
          <b>{letterOf(place)}</b>{" "}
          <span>
            {text}
            {isStored && <i>, stored</i>}
          </span>
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
