/**
 * The central visual: x | mean, var | x̂ | y, aligned, with the tensor's axes as the controls, and below it
 * the number line, the formula of the selected cell and the code.
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { narrateChanges } from "../model/narration.js";
import { CodePane } from "../code/code-pane.jsx";
import { Formula } from "../formula/formula.jsx";
import { useLater } from "../parts/late.js";
import { pointedAt } from "../parts/pointed.js";
import { Legend } from "./legend.jsx";
import { NumberLine } from "../line/number-line.jsx";
import { Panels } from "../cells/panels.jsx";
import { ShapeLine } from "./shape-line.jsx";
import { StageScrubber } from "../line/stage-scrubber.jsx";
import { figureSpecs } from "../sections/specs.js";
import { Toolbar } from "./toolbar.jsx";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {import("../parts/pointed.js").Pointed} Pointed */

/**
 * @typedef {object} FigureProps
 * @property {FigureId} id
 * @property {boolean} [axes]    whether the dims can be chosen, on the tensor's edges
 * @property {"panels" | "line"} [lead]  what comes first
 * @property {readonly import("./toolbar.jsx").Control[]} [controls]  of the toolbar
 * @property {boolean} [naive]   the third panel shows what comes of the shapes as they are
 * @property {import("preact").ComponentChildren} [below]     under the panels and the scrubber
 * @property {import("preact").ComponentChildren} [children]  a line of the section's own
 */

/** @param {FigureProps} props */
export function Figure({ id, lead = "panels", axes = true, naive = false, ...given }) {
  const hovered = useSignal(/** @type {Pointed | null} */ (null));
  const pointed = useLater(hovered);
  const sheet = useSignal(false);
  useEffect(() => narrateChanges(id), [id]);
  return (
    <figure
      class="figure card"
      data-lead={lead}
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
      <Toolbar id={id} offered={figureSpecs[id].presets} controls={given.controls} naive={naive} />
      <div
        class="stage-area"
        onClick={(event) => {
          if (pointedAt(event.target) !== null) sheet.value = true;
        }}
      >
        <Panels id={id} axes={axes} naive={naive} hovered={hovered} />
        <StageScrubber id={id} />
        <div class="underline">
          {axes && <ShapeLine id={id} naive={naive} />}
          {given.children}
          <Legend />
        </div>
        {given.below}
      </div>
      <NumberLine id={id} hovered={pointed} naive={naive} />
      <Formula id={id} hovered={hovered} pointed={pointed} sheet={sheet} naive={naive} />
      <CodePane id={id} naive={naive} />
    </figure>
  );
}
