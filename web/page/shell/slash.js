/**
 * The key / opens the contents, unless the reader has switched that off: a key by itself can be in the way of those who
 * speak to their computer (WCAG 2.1.4).
 */
import { signal } from "@preact/signals";
import { withStorage } from "../kit/storage.js";

const KEY = "slash";
const OFF = "off";

export const slash = signal(true);

/** @param {() => void} openContents */
export function followSlash(openContents) {
  withStorage((storage) => {
    slash.value = storage.getItem(KEY) !== OFF;
  });
  document.addEventListener("keydown", (event) => {
    if (!slash.value || !isSlash(event)) return;
    event.preventDefault();
    openContents();
  });
}

/** @param {boolean} opens */
export function setSlash(opens) {
  slash.value = opens;
  withStorage((storage) => (opens ? storage.removeItem(KEY) : storage.setItem(KEY, OFF)));
}

/** Elements that take typed text themselves. */
const TYPED = "select, textarea, input:not([type=range], [type=radio], [type=checkbox]), dialog[open] *";

/** By itself, and not as a letter of a text. @param {KeyboardEvent} event */
const isSlash = ({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }) =>
  key === "/" &&
  !(ctrlKey || metaKey || altKey || defaultPrevented) &&
  !(target instanceof Element && target.matches(TYPED));
