/**
 * @param {{ training: import("./training.js").Training, stride: number, made?: () => number }} props  stride: how many
 *   steps the second button makes; made: how many are made where the training stops
 */
export function TrainingButtons({ training, stride, made }) {
  const count = training.count();
  return (
    <span class="training">
      <button type="button" class="pill primary run" onClick={() => training.toggle(made)}>
        {training.isRunning() ? "Pause" : "Run"}
      </button>
      <button type="button" class="pill" onClick={() => training.go(stride)}>
        {stride === 1 ? "Step" : `${stride} steps`}
      </button>
      <button
        type="button"
        class="text-button"
        aria-disabled={count === 0 || undefined}
        onClick={() => training.restart()}
      >
        Start again
      </button>
      <output class="training-count">{count === 1 ? "1 step" : `${count} steps`}</output>
    </span>
  );
}
