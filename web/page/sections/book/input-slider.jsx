import { formatNumber } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";

/** How far a slider reaches: further than randn is likely to draw. */
const REACH = 3;

/**
 * The selected input, for a finger or a mouse to drag.
 * @param {{ index: number, value: number, onInput: (index: number, value: number) => void }} props
 */
export function InputSlider({ index, value, onInput }) {
  const within = Math.min(Math.max(value, -REACH), REACH);
  const locked = isFixed("book", "x");
  return (
    <span class="input-slider" data-input={index} data-locked={locked ? "" : undefined}>
      <label for="book-x">x[{index}]</label>
      <input
        id="book-x"
        type="range"
        min={-REACH}
        max={REACH}
        step={0.05}
        value={within}
        aria-disabled={locked || undefined}
        aria-valuetext={formatNumber(value)}
        style={{ "--fraction": (within + REACH) / (2 * REACH) }}
        onInput={(event) => {
          onInput(index, event.currentTarget.valueAsNumber);
          if (locked) event.currentTarget.value = String(within);
        }}
      />
    </span>
  );
}
