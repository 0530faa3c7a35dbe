/** The size and kind of the screen, for scripts that lay out a figure; style sheets have media queries. */
import { computed, signal } from "@preact/signals";
import { theme } from "./theme.js";

/** @param {string} query of CSS */
function media(query) {
  const list = typeof matchMedia === "undefined" ? null : matchMedia(query);
  const matches = signal(list?.matches ?? false);
  list?.addEventListener("change", (event) => {
    matches.value = event.matches;
  });
  return matches;
}

/** These widths are those of the style sheets' media queries. */
export const isNarrow = media("(max-width: 719px)");
const isMedium = media("(max-width: 1179px)");
const isWide = media("(max-width: 1319px)");

/** How panels lie: side by side, one under the other, or, on a phone, one at a time. */
export const windowSize = computed(() =>
  isNarrow.value ? "narrow" : isMedium.value ? "medium" : isWide.value ? "wide" : "full",
);

const prefersDark = media("(prefers-color-scheme: dark)");
export const isDark = computed(() => (theme.value === "auto" ? prefersDark.value : theme.value === "dark"));

/** Whether the reader wants less motion. */
export const isStill = media("(prefers-reduced-motion: reduce)");
