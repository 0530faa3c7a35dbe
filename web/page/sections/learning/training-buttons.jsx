import { figures } from "../../store/state.js";
import { go, isRunning, restart, toggle } from "./learning-state.js";

/** @param {{ counter: import("./learning-state.js").Counter, stride: number }} props */
export function TrainingButtons({ counter, stride }) {
  const count = figures.learning.value[counter];
  return (
    <span class="training">
      <button type="button" class="pill run" onClick={() => toggle(counter)}>
        {isRunning(counter) ? "Pause" : "Run"}
      </button>
      <button type="button" class="pill" onClick={() => go(counter, stride)}>
        {stride === 1 ? "Step" : `${stride} steps`}
      </button>
      <button
        type="button"
        class="text-button"
        aria-disabled={count === 0 || undefined}
        onClick={() => restart(counter)}
      >
        Start again
      </button>
      <output class="training-count">{count === 1 ? "1 step" : `${count} steps`}</output>
    </span>
  );
}
