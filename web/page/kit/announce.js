/** The text of the page's one live region. */
import { signal } from "@preact/signals";

export const announcement = signal("");

/** Counts the announcements. */
let turn = 0;

/** @param {string} text */
export function say(text) {
  if (text === "") return;
  turn++;
  announcement.value = text;
}

/**
 * Says a text that must be fetched first, unless something else was said meanwhile.
 * @param {Promise<string>} text
 */
export async function sayLater(text) {
  const mine = ++turn;
  const fetched = await text;
  if (turn === mine) say(fetched);
}
