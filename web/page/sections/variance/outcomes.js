/** The results of A and B for the row that is looked at: A is the section's figure, B the formula beside it. */
import { computed } from "@preact/signals";
import { derived } from "../../figure/state/derived.js";
import { derive } from "../../figure/values/derive.js";
import { sourceOf } from "../../figure/values/presets.js";
import { compare, outcomeOf, recipes } from "../../figure/values/recipes.js";
import { reachOf } from "../../kit/styles/ramp.js";
import { figures } from "../../store/state.js";

export const outcomes = computed(() => {
  const figure = figures.variance.value;
  const { beside } = figure;
  const view = derived.variance.value;
  const group = view.groupOf[figure.at.index];
  const row = Float32Array.from(view.members[group], (index) => view.x[index]);
  const a = outcomeOf(view, group);
  const other = beside && { ...figure, ...recipes[beside] };
  const b = other && outcomeOf(derive(sourceOf(figure), other), group);
  const reach = reachOf(row, a.values, (b ?? a).values);
  return { figure, row, a, other, b, compared: compare(a.values, (b ?? a).values), reach };
});
