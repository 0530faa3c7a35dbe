import { setStage } from "../model/figure-state.js";
import { isLocked } from "../model/lesson.js";
import { figures } from "../model/state.js";
import { figureSpecs } from "../sections/specs.js";

/**
 * What is done on the way to each stage, to be read and to be spoken.
 * @param {import("../model/state.js").Figure} figure
 * @returns {[string, string][]}
 */
function stopsOf({ eps, epsAt, center }) {
  const root = center ? "var" : "mean x²";
  const measure = center ? "standard deviation" : "root mean square";
  const divisions = {
    none: center ? "√var" : `√(${root})`,
    inside: `√(${root} + eps)`,
    outside: `(√${center ? root : `(${root})`} + eps)`,
  };
  return [
    ["x", "x"],
    center ? ["− mean", "x minus its mean"] : ["mean stays", "as before: nothing is subtracted"],
    [`÷ ${divisions[eps === 0 ? "none" : epsAt]}`, `divided by the ${measure}`],
    ["· weight + bias", "times weight plus bias"],
  ];
}

/**
 * From x to y in four stages, or to x̂ in three: a slider, with the stages' names to press.
 * @param {{ id: import("../model/state.js").FigureId }} props
 */
export function StageScrubber({ id }) {
  const figure = figures[id].value;
  const stops = stopsOf(figure).slice(0, figureSpecs[id].stages);
  const stage = Math.min(figure.stage, stops.length - 1);
  const labelId = `${id}-stage`;
  return (
    <div
      class="scrubber"
      style={{ "--stops": stops.length, "--fraction": stage / (stops.length - 1) }}
      data-locked={isLocked("stage") ? "" : undefined}
    >
      <span id={labelId} class="visually-hidden">
        Stage
      </span>
      <input
        type="range"
        min={0}
        max={stops.length - 1}
        step={1}
        value={stage}
        aria-labelledby={labelId}
        aria-valuetext={stops[stage][1]}
        aria-disabled={isLocked("stage") || undefined}
        onInput={(event) => {
          setStage(id, Number(event.currentTarget.value));
          // Where the lesson has fixed the stage, the thumb goes back.
          event.currentTarget.value = String(Math.min(figures[id].peek().stage, stops.length - 1));
        }}
      />
      <div class="stops">
        {stops.map(([name], at) => (
          <button
            type="button"
            tabIndex={-1}
            key={at}
            data-done={at <= stage}
            data-current={at === stage}
            onClick={() => setStage(id, at)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
