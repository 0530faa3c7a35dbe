import { isLocked } from "../../model/lesson.js";
import { figures } from "../../model/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history.jsx";
import { lookAtBook, setSeed } from "./network-state.js";

/** PyTorch takes seeds below this. */
const SEEDS = 2 ** 32;

export function NetworkToolbar() {
  const { seed, input } = figures.book.value;
  const locked = isLocked("seed");
  return (
    <div class="toolbar">
      <Segmented
        name="book-input"
        legend="input"
        value={input}
        onChange={(value) => lookAtBook({ input: value })}
        options={[
          { value: 0, label: "A" },
          { value: 1, label: "B" },
        ]}
      />
      <span class="seed" data-locked={locked ? "" : undefined}>
        <label for="seed">torch.manual_seed</label>
        <input
          id="seed"
          type="number"
          min={0}
          max={SEEDS - 1}
          step={1}
          value={seed}
          readOnly={locked}
          onChange={(event) => {
            const { valueAsNumber, validity } = event.currentTarget;
            if (validity.valid && !Number.isNaN(valueAsNumber)) setSeed(valueAsNumber);
            else event.currentTarget.value = String(seed);
          }}
        />
        <button
          type="button"
          class="pill"
          aria-disabled={locked || undefined}
          onClick={() => setSeed((seed + 1) % SEEDS)}
        >
          Other weights
        </button>
      </span>
      <History section="book" />
    </div>
  );
}
