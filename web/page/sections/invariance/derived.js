/** What follows from the settings of the one layer that is scaled by hand. */
import { computed } from "@preact/signals";
import { figures } from "../../store/state.js";
import { compared, drawn } from "./layer.js";

const seed = computed(() => figures.invariance.value.seed);
const factor = computed(() => figures.invariance.value.factor);
const draw = computed(() => drawn(seed.value));

/** The layer at the factor at hand, beside itself at 1. */
export const layer = computed(() => compared(draw.value, factor.value));
