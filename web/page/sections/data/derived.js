/** What follows from the figure's numbers: which tensor of the list they are, and what is drawn of it. */
import { computed } from "@preact/signals";
import { moments, tensor } from "layernorm";
import { sourceOf } from "../../figure/values/presets.js";
import { figures } from "../../store/state.js";
import { EXAMPLE, nameOfPreset } from "./example.js";
import { fileKey, source } from "./own.js";

/** The name of the tensor that the figure has, where it is in the list; "" where it is not. */
export const shownName = computed(() => {
  const { x, preset } = figures.data.value;
  if (x === null) return source.value === EXAMPLE ? nameOfPreset(preset) : "";
  return x.from && x.from.file === fileKey.value ? x.from.name : "";
});

/** Its entry in the list. */
export const shown = computed(() => source.value.tensors.find(({ name }) => name === shownName.value));

/** What is drawn: all numbers of one dim, else those that the figure has. */
export const drawn = computed(() => {
  const { x } = figures.data.value;
  return x?.from?.whole ?? sourceOf(figures.data.value).values;
});

/** By the package, over n. */
export const summary = computed(() => {
  const values = drawn.value;
  const { mean, variance } = moments(tensor(values, [values.length]), { dim: 0, correction: 0 });
  let [least, most, above] = [Infinity, -Infinity, 0];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
    if (value > 1) above++;
  }
  return { count: values.length, mean: mean.data[0], spread: Math.sqrt(variance.data[0]), least, most, above };
});
