import { effect } from "@preact/signals";
import { hydrate } from "preact";
import { sections } from "../sections/load.js";
import { App, FOOTER } from "./app.jsx";
import { lesson, NONE } from "../store/lesson.js";
import { readProgress } from "../question/progress.js";
import { fetchSentences } from "../figure/words/narration.js";
import { readTheme } from "../kit/theme.js";
import { readWay } from "../store/way.js";
import { byItself, INITIAL, redo, state, undo } from "../store/state.js";
import { openContents } from "./page-header.jsx";
import { keepEvents } from "./replay-events.js";
import { openWhenNeeded, prepareSection } from "./hydrate-sections.jsx";
import { asPrerendered } from "../store/prerendered.js";
import { showNotice } from "./show-notice.js";
import { fetchFirstKernels, fetchKernels } from "./fetch-kernels.js";
import { fetchStyles } from "./fetch-styles.js";
import "../kit/styles/first-view.css";

/** What is fetched first once the browser is idle. */
const SOON = [
  async () => (await import("./how-far.js")).watchHowFar(),
  async () => (await import("./slash.js")).followSlash(openContents),
];

/** Files that are fetched while the browser is idle, so that the page then works without a connection. */
const REST = [
  fetchSentences,
  fetchWriter,
  () => import("./share-dialog.jsx"),
  () => import("./contents-dialog.jsx"),
  () => import("../figure/export/index.js"),
  () => import("../figure/typed/tensor.js"),
  async () => (await import("../worker/client.js")).prepare(),
];

/** The prerendered page comes alive, and then becomes what the link says. */
async function start() {
  const page = /** @type {HTMLElement} */ (document.getElementById("app"));
  const replay = keepEvents(page);
  const link = location.search === "" ? undefined : import("./from-link.jsx");
  if (!(await fetchFirstKernels())) {
    sayWhyStill();
    return;
  }
  readTheme();
  asPrerendered(() => hydrate(<App />, page));
  const footer = prepareSection({ id: FOOTER, load: async () => (await import("./page-footer.jsx")).PageFooter });
  const [first, ...later] = sections.map((section, i) => prepareSection(section, i > 0 ? fetchMore : undefined));
  if (link) {
    await fetchKernels();
    await (await link).follow();
  }
  keepAddress();
  document.addEventListener("keydown", onShortcut);
  await first.open();
  await replay();
  readProgress();
  readWay();
  openWhenNeeded([footer, ...later], SOON, REST);
}

/** What all later sections need besides their own files. */
const fetchMore = () => Promise.all([fetchStyles(), fetchKernels()]);

/** Fetches the writer of the address, which is not needed before something has changed. */
function fetchWriter() {
  return import("../link/write.js");
}

/**
 * The address follows the state, also while something runs on and on, but no faster than browsers allow (Safari: 100
 * changes in 30 s).
 */
function keepAddress() {
  let timer = 0;
  const write = () => {
    timer = 0;
    writeAddress();
  };
  effect(() => {
    // All signals are read each time: the effect does not run for a signal that it has not read.
    const [now, own, fixed] = [state.value, byItself.value, lesson.value];
    const isUnchanged = (now === INITIAL || now === own) && fixed === NONE && location.search === "";
    if (isUnchanged) {
      clearTimeout(timer);
      timer = 0;
    } else if (timer === 0) timer = window.setTimeout(write, 320);
  });
}

async function writeAddress() {
  const { writeQuery } = await fetchWriter();
  const query = writeQuery(state.peek(), lesson.peek());
  const address = `${location.pathname}${query === "" ? "" : `?${query}`}${location.hash}`;
  if (address !== `${location.pathname}${location.search}${location.hash}`) {
    window.history.replaceState(null, "", address);
  }
}

/** @param {KeyboardEvent} event */
function onShortcut(event) {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  if (event.target instanceof HTMLInputElement && event.target.inputMode === "decimal") return;
  event.preventDefault();
  const before = document.activeElement;
  const figure = before?.closest(".course-section")?.querySelector(".figure");
  if (event.shiftKey) redo();
  else undo();
  requestAnimationFrame(() => {
    if (!before?.isConnected) keepFocusIn(figure);
  });
}

/**
 * Undo may remove the element with the focus: the focus then goes to the cell whose formula is shown.
 * @param {Element | null | undefined} figure
 */
function keepFocusIn(figure) {
  const cell = figure?.querySelector('[data-panel] [aria-selected="true"], [data-panel] [tabindex="0"]');
  if (cell instanceof HTMLElement) cell.focus();
}

/** Without SIMD the prerendered page stays as it is, with a sentence of why. */
function sayWhyStill() {
  // Nothing more will come: no room is kept for later sections, and all that is there shows.
  delete document.documentElement.dataset.reserved;
  document.adoptedStyleSheets = [];
  showNotice("no-kernels", true);
}

start().catch((error) => {
  showNotice("incomplete", true);
  throw error;
});
