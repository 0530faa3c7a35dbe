/** The points of both arms, two numbers each: they are drawn before the worker has answered. */
import { computed } from "@preact/signals";
import { manualSeed } from "layernorm";
import { figures } from "../../store/state.js";
import { spirals } from "./networks.js";

const seed = computed(() => figures.spirals.value.seed);

export const points = computed(() => {
  manualSeed(seed.value);
  return spirals().x.data;
});
