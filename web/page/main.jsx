import { effect } from "@preact/signals";
import { init } from "layernorm";
import kernelsUrl from "layernorm/kernels.wasm?url";
import { hydrate } from "preact";
import { App } from "./app.jsx";
import { load, readTheme, redo, state, undo } from "./model/state.js";
import { writeQuery } from "./model/write-query.js";
import { openWhenNeeded, prepareRoom, showNotice } from "./rooms.jsx";
import { sections } from "./sections/index.js";
import { asPrerendered } from "./view/fresh.js";
import { refusals } from "./view/notices.jsx";
import "./styles/index.css";

/** The prerendered page comes alive, and then becomes what the link says. */
async function start() {
  const [first, ...later] = sections.map(prepareRoom);
  const reader = location.search === "" ? undefined : import("./model/read-query.js");
  if (!(await canCompute())) return;
  readTheme();
  asPrerendered(() => hydrate(<App />, /** @type {HTMLElement} */ (document.getElementById("app"))));
  if (reader) follow((await reader).readQuery(location.search));
  keepAddress();
  document.addEventListener("keydown", onShortcut);
  await first.open();
  later.forEach(openWhenNeeded);
}

/** @param {ReturnType<typeof import("./model/read-query.js").readQuery>} link */
function follow({ state: linked, refused }) {
  load(linked);
  refusals.value = refused;
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
async function canCompute() {
  const response = await fetch(kernelsUrl);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  try {
    init(await WebAssembly.compile(bytes));
    return true;
  } catch {
    showNotice("no-kernels");
    return false;
  }
}

start().catch((error) => {
  showNotice("incomplete");
  throw error;
});
