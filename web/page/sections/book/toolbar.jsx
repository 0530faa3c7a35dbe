import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { lookAtBook, setSeed } from "./actions.js";
import { SEEDS } from "./limits.js";

export function NetworkToolbar() {
  const { seed, input } = figures.book.value;
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
      <SeedField
        id="seed"
        locked={isFixed("book", "seed")}
        label="torch.manual_seed"
        seed={seed}
        seeds={SEEDS}
        step={1}
        other="Other weights"
        onChange={setSeed}
      />
      <History section="book" />
    </div>
  );
}
