import { setPreset } from "./state/settings.js";
import { isFixed } from "../store/lesson.js";
import { presetLabels } from "./values/preset-labels.js";
import { figures } from "../store/state.js";
import { Select } from "../parts/fields.jsx";

/** The option for the learner's own numbers; it is offered while the figure shows them. */
const OWN = "own";

/**
 * Which numbers a figure shows.
 * @param {{ id: import("../store/state.js").FigureId, label: string, names: readonly string[] }} props
 */
export function ExampleSelect({ id, label, names }) {
  const { preset, x } = figures[id].value;
  const listed = names.map((name) => ({ value: name, label: presetLabels[name] }));
  return (
    <Select
      label={label}
      value={x ? OWN : preset}
      options={x ? [{ value: OWN, label: "Your numbers" }, ...listed] : listed}
      locked={isFixed(id, "preset")}
      onChange={(name) => {
        if (name !== OWN) setPreset(id, name);
      }}
    />
  );
}
