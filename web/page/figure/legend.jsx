import { formatNumber } from "../kit/format.js";
import { fillColours, valueOnRamp } from "../kit/styles/ramp.js";
import { shownFigure } from "./state/after-paint.js";

/** Places on the ramp, of which the middle and the ends are named. */
const PLACES = [-1, -0.82, -0.66, -0.5, -0.34, -0.17, 0, 0.17, 0.34, 0.5, 0.66, 0.82, 1];
const NAMED = [-1, 0, 1];

/**
 * Which colour is which number: the same in all panels of a figure, at every stage.
 * @param {{ id: import("../store/state.js").FigureId }} props
 */
export function Legend({ id }) {
  // Later, as the panels' colours are: the reach is one of all stages' numbers.
  const { reach } = shownFigure(id).view;
  return (
    <div
      class="legend"
      role="img"
      aria-label={`Colours: blue below 0, orange above, to ±${reach}, evenly to ±2 and ever slower beyond`}
    >
      {PLACES.map((place) => (
        <span key={place} style={fillColours(valueOnRamp(place, reach), reach)}>
          {NAMED.includes(place) && (
            <i>{place === 0 ? "0" : formatNumber(place * reach, Number.isInteger(reach)).replace(/0+$/, "")}</i>
          )}
        </span>
      ))}
    </div>
  );
}
