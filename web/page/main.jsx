import { effect } from "@preact/signals";
import { init } from "layernorm";
import kernelsUrl from "layernorm/kernels.wasm?url";
import { hydrate } from "preact";
// Before App: else the bundler makes a file of its own of what the two share, 1 kB and a request more.
import { sections } from "./sections/load.js";
import { App } from "./app.jsx";
import { isLesson, lesson } from "./model/lesson.js";
import { say } from "./model/announce.js";
import { readProgress } from "./model/progress.js";
import { load, readTheme, redo, state, undo } from "./model/state.js";
import { writeQuery } from "./model/write-query.js";
import { keepEvents } from "./replay.js";
import { fetchStyles, openWhenNeeded, prepareRoom } from "./rooms.jsx";
import { asPrerendered } from "./parts/fresh.js";
import { describeLesson } from "./shell/lesson-bar.jsx";
import { refusals, showNotice } from "./shell/notices.jsx";
import "./styles/index.css";

/** What is fetched while nothing else is to be done, so that the page then works without a connection. */
const REST = [() => import("./shell/share-dialog.jsx"), () => import("./export/index.js")];

/** The prerendered page comes alive, and then becomes what the link says. */
async function start() {
  const page = /** @type {HTMLElement} */ (document.getElementById("app"));
  const replay = keepEvents(page);
  const reader = location.search === "" ? undefined : import("./model/read-query.js");
  if (!(await canCompute())) return;
  readTheme();
  asPrerendered(() => hydrate(<App />, page));
  const [first, ...later] = sections.map((section, i) => prepareRoom(section, i > 0 ? fetchStyles : undefined));
  if (reader) follow((await reader).readQuery(location.search));
  keepAddress();
  document.addEventListener("keydown", onShortcut);
  await first.open();
  await replay();
  readProgress();
  openWhenNeeded(later, REST);
}

/** @param {ReturnType<typeof import("./model/read-query.js").readQuery>} link */
function follow({ state: asked, lesson: given, refused }) {
  lesson.value = given;
  load(asked);
  refusals.value = refused;
  if (isLesson(given)) say(describeLesson(given));
  document.getElementById("only")?.remove();
}

/** The address follows the state, but no faster than browsers allow (Safari: 100 changes in 30 s). */
function keepAddress() {
  let timer = 0;
  effect(() => {
    const [now, given] = [state.value, lesson.value];
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const query = writeQuery(now, given);
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
    // Nothing more will come: no room is kept for it, and all that is there shows.
    delete document.documentElement.dataset.rooms;
    document.getElementById("only")?.remove();
    showNotice("no-kernels", true);
    return false;
  }
}

start().catch((error) => {
  showNotice("incomplete", true);
  throw error;
});
