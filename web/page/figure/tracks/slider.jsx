/** The one slider: x, − mean, ÷ spread, · weight + bias. It is pulled between the stages, and comes to rest on one. */
import { setStage } from "../state/actions.js";
import { unbroken } from "../../kit/unbroken.js";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { figureSpecs } from "../../course/specs.js";

/**
 * The step that leads to each stage, as a label and as a sentence to be spoken.
 * @param {import("../../store/state.js").Figure} figure
 * @returns {[string, string][]}
 */
function stopsOf({ center, correction }) {
  return [
    ["x", "x as it came"],
    center ? ["− mean", "x minus its mean"] : ["mean stays", "as before: nothing is subtracted"],
    divisionOf(center, correction),
    ["· weight + bias", "times weight plus bias"],
  ];
}

/** @param {boolean} center @param {0 | 1} correction @returns {[string, string]} */
function divisionOf(center, correction) {
  if (!center) return ["÷ RMS", "divided by the root mean square"];
  return correction === 1
    ? ["÷ σ over n − 1", "divided by the standard deviation over n minus 1"]
    : ["÷ spread", "divided by the standard deviation"];
}

/** Keys that go from stage to stage. @type {Record<string, (stage: number, last: number) => number>} */
const KEYS = {
  ArrowRight: (stage, last) => Math.min(stage + 1, last),
  ArrowUp: (stage, last) => Math.min(stage + 1, last),
  PageUp: (stage, last) => Math.min(stage + 1, last),
  ArrowLeft: (stage) => Math.max(stage - 1, 0),
  ArrowDown: (stage) => Math.max(stage - 1, 0),
  PageDown: (stage) => Math.max(stage - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * @param {{ id: import("../../store/state.js").FigureId, glide: import("./glide.js").Glide }} props
 */
export function StageSlider({ id, glide }) {
  const figure = figures[id].value;
  const stops = stopsOf(figure).slice(0, figureSpecs[id].stages);
  const last = stops.length - 1;
  const stage = Math.min(figure.stage, last);
  const at = Math.min(glide.at.value, last);
  const locked = isFixed(id, "stage");
  const labelId = `${id}-stage`;
  return (
    <div
      class="stage-slider"
      style={{ "--stops": stops.length, "--fraction": at / last }}
      data-locked={locked ? "" : undefined}
    >
      <span id={labelId} class="visually-hidden">
        Stage
      </span>
      <input
        type="range"
        min={0}
        max={last}
        step="any"
        value={at}
        aria-labelledby={labelId}
        aria-valuetext={stops[stage][1]}
        aria-disabled={locked || undefined}
        onInput={(event) => {
          if (locked) event.currentTarget.value = String(stage);
          else glide.pull(Number(event.currentTarget.value));
          setStage(id, Math.round(Number(event.currentTarget.value)));
        }}
        onChange={glide.release}
        onKeyDown={(event) => {
          const next = KEYS[event.key]?.(stage, last);
          if (next === undefined) return;
          event.preventDefault();
          setStage(id, next);
        }}
      />
      <div class="stops">
        {stops.map(([name], stop) => (
          <button
            type="button"
            tabIndex={-1}
            key={stop}
            style={{ "--stop": stop / last }}
            data-done={stop <= at}
            data-current={stop === stage}
            onClick={() => setStage(id, stop)}
          >
            {unbroken(name)}
          </button>
        ))}
      </div>
    </div>
  );
}
