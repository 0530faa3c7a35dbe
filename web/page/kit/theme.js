/** The theme is the reader's, not the lesson's: undo leaves it alone, and no link has it. */
import { signal } from "@preact/signals";
import { withStorage } from "./storage.js";

/** @typedef {"light" | "dark" | "auto"} Theme */
const THEME_KEY = "theme";
export const theme = signal(/** @type {Theme} */ ("auto"));

/** Shows it, and keeps it for the next visit where the browser lets us. @param {Theme} next */
export function setTheme(next) {
  theme.value = next;
  document.documentElement.dataset.theme = next;
  withStorage((storage) => storage.setItem(THEME_KEY, next));
}

/** index.html has set the attribute before the first paint. */
export function readTheme() {
  const chosen = document.documentElement.dataset.theme;
  theme.value = chosen === "light" || chosen === "dark" ? chosen : "auto";
}
