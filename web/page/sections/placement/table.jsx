/** What became of many seeds, at each rate, with and without warm-up. */
import { figures } from "../../store/state.js";
import { GUESSES } from "./architecture.js";
import { PLACES } from "./limits.js";
import { learnedOf, nearestTo, NONE, RATES, runsOf, seeds, SOME, steps, warmUps } from "./measured.js";
import { briefly, NAMES, rateText, warmUpText } from "./sentences.js";

export function Table() {
  const { rate, warmUp } = figures.placement.value;
  const now = nearestTo(rate, warmUp);
  return (
    <>
      <table class="placement-runs">
        <caption>
          How many of {seeds} seeds have learned after {steps} steps, and the median of their last losses
        </caption>
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              learning rate
            </th>
            {PLACES.map((place) => (
              <th key={place} colSpan={warmUps.length} scope="colgroup">
                {NAMES[place]}
              </th>
            ))}
          </tr>
          <tr>
            {PLACES.flatMap((place) =>
              warmUps.map((each) => (
                <th key={`${place} ${each}`} scope="col">
                  {each === NONE ? "no warm-up" : warmUpText(each)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {RATES.map((each) => (
            <tr key={each}>
              <th scope="row">{rateText(each)}</th>
              {PLACES.flatMap((place) =>
                warmUps.map((steps) => (
                  <Cell
                    key={`${place} ${steps}`}
                    runs={runsOf(place, each, steps)}
                    isNow={each === now.rate && steps === now.warmUp}
                  />
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="placement-told">
        “Learned”: the mean of the last ten losses is below ln 4 = {GUESSES.four.toFixed(2)}; “lost”: it is not below ln
        8 = {GUESSES.blind.toFixed(2)}, the loss of who guesses blindly. Of {RATES.length * seeds} trainings each, over
        all rates, pre-LN learned {learnedOf("pre", NONE)} without and {learnedOf("pre", SOME)} with a warm-up of {SOME}{" "}
        steps, post-LN {learnedOf("post", NONE)} and {learnedOf("post", SOME)}.
      </p>
    </>
  );
}

/** @param {{ runs: import("./measured.js").Runs, isNow: boolean }} props */
const Cell = ({ runs: { learned, lost, last }, isNow }) => (
  <td data-now={isNow ? "" : undefined} data-share={learned === seeds ? "all" : learned === 0 ? "none" : undefined}>
    <b data-tells="">
      {learned} of {seeds}
    </b>
    <span data-tells="">
      {briefly(last[1])} {lost > 0 && <span>· {lost} lost</span>}
    </span>
  </td>
);
