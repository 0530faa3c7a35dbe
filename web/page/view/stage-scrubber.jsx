import { setStage } from "../model/figure-state.js";
import { STAGES, figures } from "../model/state.js";

/**
 * From x to y in four stages: a slider, with the stages' names to press.
 * @param {{ id: import("../model/state.js").FigureId }} props
 */
export function StageScrubber({ id }) {
  const { stage, eps } = figures[id].value;
  const names = ["x", "− mean", eps === 0 ? "÷ √var" : "÷ √(var + eps)", "· weight + bias"];
  const spoken = ["x", "x minus its mean", "divided by the standard deviation", "times weight plus bias"];
  const labelId = `${id}-stage`;
  return (
    <div class="scrubber" style={{ "--fraction": stage / (STAGES - 1) }}>
      <span id={labelId} class="visually-hidden">
        Stage
      </span>
      <input
        type="range"
        min={0}
        max={STAGES - 1}
        step={1}
        value={stage}
        aria-labelledby={labelId}
        aria-valuetext={spoken[stage]}
        onInput={(event) => setStage(id, Number(event.currentTarget.value))}
      />
      <div class="stops">
        {names.map((name, at) => (
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
