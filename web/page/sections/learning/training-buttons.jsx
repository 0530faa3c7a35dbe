import { figures } from "../../store/state.js";
import { go, isRunning, restart, toggle } from "./training.js";

/**
 * @param {{ counter: import("./training.js").Counter, stride: number, made?: () => number }} props  stride: how many
 *   steps the second button makes; made: how many are made where the training stops
 */
export function TrainingButtons({ counter, stride, made }) {
  const count = figures.learning.value[counter];
  return (
    <span class="training">
      <button type="button" class="pill run" onClick={() => toggle(counter, made)}>
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
