import { effect } from "@preact/signals";
import { init } from "layernorm";
import { hydrate } from "preact";
import { App } from "./app.jsx";
import { comeAlive } from "./view/fresh.js";
import { narrateChanges } from "./view/live-region.jsx";
import { load, readTheme, redo, state, undo } from "./model/state.js";
import { readQuery, writeQuery } from "./model/url.js";
import { refusals } from "./view/notices.jsx";
import "./styles/index.css";

/**
 * The prerendered page is in the first state; it comes alive as that, and only then becomes what the link
 * says.
 */
function start() {
  readTheme();
  hydrate(<App />, /** @type {HTMLElement} */ (document.getElementById("app")));
  const { state: linked, refused } = readQuery(location.search);
  if (location.search !== "") load(linked);
  refusals.value = refused;
  comeAlive();
  keepAddress();
  narrateChanges();
  document.addEventListener("keydown", onShortcut);
}

/** The address follows the state, but no faster than browsers allow (Safari: 100 changes in 30 s). */
function keepAddress() {
  let timer = 0;
  effect(() => {
    const query = writeQuery(state.value);
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const address = `${location.pathname}${query === "" ? "" : `?${query}`}${location.hash}`;
      if (address !== `${location.pathname}${location.search}${location.hash}`) {
        window.history.replaceState(null, "", address);
      }
    }, 300);
  });
}

/** @param {KeyboardEvent} event */
function onShortcut(event) {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  if (event.target instanceof HTMLInputElement && event.target.inputMode === "decimal") return;
  event.preventDefault();
  const before = document.activeElement;
  const figure = before?.closest("section")?.querySelector(".figure");
  if (event.shiftKey) redo();
  else undo();
  requestAnimationFrame(() => {
    if (!before?.isConnected) keepFocusIn(figure);
  });
}

/**
 * What had the focus may be undone with its panel: the focus then goes to the cell whose formula is shown.
 * @param {Element | null | undefined} figure
 */
function keepFocusIn(figure) {
  const cell = figure?.querySelector('[data-panel] [aria-selected="true"], [data-panel] [tabindex="0"]');
  if (cell instanceof HTMLElement) cell.focus();
}

/** Without SIMD the prerendered page stays as it is, with a sentence of why. */
function canCompute() {
  try {
    init();
    return true;
  } catch {
    return false;
  }
}

if (canCompute()) start();
else document.getElementById("no-kernels")?.removeAttribute("hidden");
