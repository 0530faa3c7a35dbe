/**
 * The key / opens the contents, unless the reader has switched that off: a key by itself can be in the way of those who
 * speak to their computer (WCAG 2.1.4).
 */
import { signal } from "@preact/signals";
import { withStorage } from "../question/progress.js";

const KEY = "slash";
const OFF = "off";

export const slash = signal(true);

export const readSlash = () =>
  withStorage((storage) => {
    slash.value = storage.getItem(KEY) !== OFF;
  });

/** @param {boolean} opens */
export function setSlash(opens) {
  slash.value = opens;
  withStorage((storage) => (opens ? storage.removeItem(KEY) : storage.setItem(KEY, OFF)));
}
