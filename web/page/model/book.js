/** What the book's network computes, anew when its seed or its inputs have changed. */
import { computed } from "@preact/signals";
import { network } from "./compute.js";
import { figures } from "./state.js";

const seed = computed(() => figures.book.value.seed);
const inputs = computed(() => figures.book.value.x);
export const bookNetwork = computed(() => network(seed.value, inputs.value));
