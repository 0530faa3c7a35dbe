/** The page's one live region: what it should say next. */
import { signal } from "@preact/signals";

export const announcement = signal("");

/** @param {string} text */
export function say(text) {
  if (text !== "") announcement.value = text;
}
