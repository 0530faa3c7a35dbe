/**
 * The central visual: the tracks, then x | mean, var | x̂ | y, aligned, with the tensor's axes as the controls. The
 * formula of the selected cell and the code open below them, when asked for or when a cell is pressed.
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { narrateChanges } from "./words/narration.js";
import { CodePane } from "./code/code-pane.jsx";
import { Formula } from "./formula/formula.jsx";
import { useAfterPaint } from "./state/after-paint.js";
import { pointedAt } from "./state/pointed.js";
import { ExportMenu } from "./export-menu.jsx";
import { History } from "../parts/history-buttons.jsx";
import { Legend } from "./legend.jsx";
import { Panels } from "./cells/panels.jsx";
import { Paste } from "./cells/paste.jsx";
import { ShapeLine } from "./shape-line.jsx";
import { figureSpecs } from "../course/specs.js";
import * as largeTensors from "./tracks/large-tensors.js";
import { Tracks } from "./tracks/tracks.jsx";
import { Toolbar } from "./toolbar.jsx";

/** @typedef {import("../store/state.js").FigureId} FigureId */
/** @typedef {import("./state/pointed.js").Pointed} Pointed */

/**
 * @typedef {object} FigureProps
 * @property {FigureId} id
 * @property {boolean} [axes]    whether the dims can be chosen, on the tensor's edges
 * @property {readonly import("./toolbar.jsx").Control[]} [controls]  of the toolbar
 * @property {boolean} [naive]   the third panel shows what comes of the shapes as they are
 * @property {import("preact").ComponentChildren} [head]      over the tracks: what the controls have come to
 * @property {import("preact").ComponentChildren} [below]     under the panels
 * @property {import("preact").ComponentChildren} [children]  a line of the section's own
 */

/** Keys that select a cell, once the focus is in one. */
const SELECTS = /^(Arrow|Page|Home|End|Enter| )/;

/** @param {EventTarget | null} target */
const isCell = (target) => target instanceof Element && target.closest("[data-panel] .cell") !== null;

/** @param {FigureProps} props */
export function Figure({ id, axes = true, naive = false, ...given }) {
  const hovered = useSignal(/** @type {Pointed | null} */ (null));
  const pointed = useAfterPaint(hovered);
  const sheet = useSignal(false);
  /** Formula and code, once open, stay open until the same button closes them. */
  const isExplained = useSignal(false);
  const explain = () => {
    isExplained.value = true;
    sheet.value = true;
  };
  useEffect(() => narrateChanges(id), [id]);
  return (
    <figure
      class="figure card"
      id={`${id}-figure`}
      aria-labelledby={`${id}-lesson`}
      onPointerOver={(event) => {
        const now = pointedAt(event.target);
        const before = hovered.peek();
        if (now?.group !== before?.group || now?.element !== before?.element) hovered.value = now;
      }}
      onPointerLeave={() => {
        hovered.value = null;
      }}
    >
      <Toolbar id={id} offered={figureSpecs[id].presets} controls={given.controls} />
      <div
        class="stage-area"
        onClick={({ target }) => {
          if (isCell(target)) explain();
        }}
        onKeyDown={({ target, key }) => {
          if (isCell(target) && SELECTS.test(key)) explain();
        }}
      >
        {given.head}
        <Tracks id={id} hovered={hovered} naive={naive} largeTensors={largeTensors} />
        <Panels id={id} axes={axes} naive={naive} hovered={hovered} />
        <div class="underline" data-shapes={axes ? "" : undefined}>
          {axes && <ShapeLine id={id} naive={naive} />}
          {given.children}
          <Legend id={id} />
        </div>
        {given.below}
      </div>
      <div class="figure-foot">
        <button
          type="button"
          class="explain-button"
          aria-expanded={isExplained.value}
          onClick={() => {
            isExplained.value = !isExplained.value;
            sheet.value = false;
          }}
        >
          Formula and code
        </button>
        <History section={id}>
          <ExportMenu id={id} naive={naive} />
        </History>
      </div>
      {isExplained.value && (
        <>
          <Formula id={id} hovered={hovered} pointed={pointed} sheet={sheet} naive={naive} />
          <CodePane id={id} naive={naive} />
        </>
      )}
      <Paste id={id} />
    </figure>
  );
}
