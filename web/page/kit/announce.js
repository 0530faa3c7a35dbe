/** The page's one live region: what it should say next. */
import { signal } from "@preact/signals";

export const announcement = signal("");

/** How often there was something to say. */
let turn = 0;

/** @param {string} text */
export function say(text) {
  if (text === "") return;
  turn++;
  announcement.value = text;
}

/**
 * Says what has to be fetched first, unless there was something to say meanwhile.
 * @param {Promise<string>} text
 */
export async function sayLater(text) {
  const mine = ++turn;
  const fetched = await text;
  if (turn === mine) say(fetched);
}
