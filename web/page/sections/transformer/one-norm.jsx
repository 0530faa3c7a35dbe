/** The choice of one norm, or of all, and of how it is computed; and how far every norm's input is shifted. */
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { Paper } from "../../parts/paper.jsx";
import { lookAtModel, setMode, setShift } from "./actions.js";
import { NORM_COUNT } from "./architecture.js";
import { findingOf, shownNorm } from "./derived.js";
import { MOST_SHIFT } from "./limits.js";
import { computationOf, MODE_IDS, MODES } from "./modes.js";
import { ALL_NORMS, spreadsInWords } from "./sentences.js";

/** @typedef {import("./modes.js").Mode} Mode */

const OPTIONS = MODE_IDS.map((value) => ({ value, label: MODES[value].label }));
const SHIFTS = [0, 0.1, 0.2, 0.3, 0.5, 1, 2, MOST_SHIFT];

/** @type {{ value: number | "all", label: string }[]} */
const NORMS = Array.from({ length: NORM_COUNT }, (_, value) => ({ value, label: String(value + 1) }));

export function OneNorm() {
  const { norm, modes, applies, shift } = figures.model.value;
  const locked = isFixed("model", "modes");
  const isAll = applies === "all";
  // Where the norms differ, none of the modes is that of all.
  const shown = isAll && modes.some((mode) => mode !== modes[0]) ? "" : modes[isAll ? 0 : norm];
  return (
    <div class="one-norm" id="model-one" role="group" aria-label="one norm at a time">
      <Segmented
        name="model-applies"
        legend="norm"
        value={isAll ? "all" : norm}
        onChange={(value) => lookAtModel(value === "all" ? { applies: "all" } : { applies: "one", norm: value })}
        options={[...NORMS, { value: "all", label: ALL_NORMS }]}
      />
      <StepSlider
        id="model-shift"
        label="shift every input"
        steps={SHIFTS}
        value={shift}
        format={(value) => (value === 0 ? "0" : spreadsInWords(value))}
        locked={isFixed("model", "shift")}
        onChange={setShift}
      />
      <Segmented
        name="model-mode"
        legend={isAll ? "all are" : "it is"}
        value={/** @type {Mode} */ (shown)}
        locked={locked}
        onChange={setMode}
        options={OPTIONS}
      />
      <Finding />
    </div>
  );
}

/** What a shift comes to in a mode. @param {Mode} mode */
function shiftFinding(mode) {
  const computation = computationOf(mode);
  if (computation?.over === "features" && computation.isCentred) {
    return "It takes each token’s mean away, and the shift with it.";
  }
  return "It takes no token’s mean away, so the shift goes on to the part behind it.";
}

/** The finding about the norm that is looked at, in its mode. */
function Finding() {
  const { norm, shift } = figures.model.value;
  const shown = shownNorm.value;
  /** @type {import("./modes.js").ModeLine} */
  const { phrase, source } = MODES[shown.mode];
  return (
    <p class="finding" data-awaited={shown.isAwaited ? "" : undefined}>
      <b>
        Norm {norm + 1}, {phrase}:
      </b>{" "}
      {findingOf(norm, shown)} {source && <Paper {...source} />}
      {source && ". "}
      {shift > 0 && shiftFinding(shown.mode)}
    </p>
  );
}
