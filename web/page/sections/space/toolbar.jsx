/** How many numbers, which norm, and how far it has come. */
import { isFixed } from "../../store/lesson.js";
import { endStep, figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { useFading } from "../../parts/fading.js";
import { set, toggleGradient } from "./actions.js";
import { EPSES, SIZES } from "./limits.js";
import { stageOf, stagesOf } from "./norm.js";
import { actOf, epsText } from "./sentences.js";

/** @typedef {import("./spec.js").SpaceFigure} SpaceFigure */

const NORMS = /** @type {const} */ ([
  { value: "layer", label: "LayerNorm" },
  { value: "rms", label: "RMSNorm" },
]);

export function Toolbar() {
  const figure = figures.space.value;
  return (
    <div class="toolbar space-toolbar">
      <div ref={useFading()} class="space-settings fading">
        <Choice name="size" legend="numbers" options={SIZES.map((value) => ({ value, label: value }))} />
        <Choice name="norm" legend="norm" options={NORMS} />
        <Choice name="eps" legend="eps" options={EPSES.map((value) => ({ value, label: epsText(value) }))} />
      </div>
      <Choice
        name="stage"
        legend="stage"
        value={stageOf(figure)}
        options={stagesOf(figure).map((value) => ({ value, label: actOf(figure, value) }))}
      />
      <button type="button" class="pill" aria-pressed={figure.gradient === "on"} onClick={toggleGradient}>
        dy and dx
      </button>
    </div>
  );
}

/**
 * @template {"size" | "norm" | "eps" | "stage"} Name
 * @param {{ name: Name, legend: string, options: readonly { value: SpaceFigure[Name], label: string }[],
 *   value?: SpaceFigure[Name] }} props
 */
function Choice({ name, legend, options, value = figures.space.value[name] }) {
  return (
    <Segmented
      name={`space-${name}`}
      legend={legend}
      value={value}
      options={options}
      locked={isFixed("space", name)}
      onChange={(chosen) => {
        set({ [name]: chosen });
        endStep();
      }}
    />
  );
}
