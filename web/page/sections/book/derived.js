/** What follows from the seed and the inputs of the book's network. */
import { computed } from "@preact/signals";
import { network } from "../../figure/values/book-network.js";
import { figures } from "../../store/state.js";

const seed = computed(() => figures.book.value.seed);
const inputs = computed(() => figures.book.value.x);

/** All that the network computes: anew where its seed or its inputs have changed. */
export const bookNetwork = computed(() => network(seed.value, inputs.value));
