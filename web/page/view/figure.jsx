/**
 * The central visual: x | mean, var | x̂ | y, aligned, with the tensor's axes as the controls, and below it
 * the number line, the formula of the selected cell and the code.
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { STAGE_VALUES } from "../model/derive.js";
import { derived } from "../model/derived.js";
import { select, setDims, setValue } from "../model/figure-state.js";
import { narrateChanges } from "../model/narration.js";
import { formatShape, groupNoun, rowsAndColumns, sizeOf } from "../model/shapes.js";
import { figures, lastEdit } from "../model/state.js";
import { CodePane } from "./code-pane.jsx";
import { Formula } from "./formula.jsx";
import { useFresh } from "./fresh.js";
import { Legend } from "./legend.jsx";
import { NumberLine } from "./number-line.jsx";
import { ShapeLine } from "./shape-line.jsx";
import { StageScrubber } from "./stage-scrubber.jsx";
import { TensorView } from "./tensor-view.jsx";
import { Toolbar } from "./toolbar.jsx";
import { XHat } from "./x-hat.jsx";

/** What a screen reader calls the third panel, by stage. */
const SPOKEN = ["x", "x minus mean", "x normalized", "x normalized"];

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {import("../model/state.js").Figure} FigureState */
/** @typedef {import("../model/derive.js").Derived} Derived */
/** @typedef {import("@preact/signals").Signal<Pointed | null>} Hovered */
/**
 * @typedef {{ group: number, element: number | null }} Pointed what is under the pointer, in whichever panel
 */

/**
 * @param {{ id: FigureId, presets: readonly string[], axes?: boolean, lead?: "panels" | "line",
 *   children?: import("preact").ComponentChildren }} props
 */
export function Figure({ id, presets, axes = true, lead = "panels", children }) {
  const hovered = useSignal(/** @type {Pointed | null} */ (null));
  const sheet = useSignal(false);
  useEffect(() => narrateChanges(id), [id]);
  return (
    <figure
      class="figure card"
      data-lead={lead}
      id={`${id}-figure`}
      aria-labelledby={`${id}-lesson`}
      onPointerOver={(event) => {
        const pointed = pointedAt(event.target);
        const before = hovered.peek();
        if (pointed?.group !== before?.group || pointed?.element !== before?.element) hovered.value = pointed;
      }}
      onPointerLeave={() => {
        hovered.value = null;
      }}
    >
      <Toolbar id={id} offered={presets} keepdim={axes} />
      <div
        class="stage-area"
        onClick={(event) => {
          if (pointedAt(event.target) !== null) sheet.value = true;
        }}
      >
        <Panels id={id} axes={axes} hovered={hovered} />
        <StageScrubber id={id} />
        <div class="underline">
          {axes && <ShapeLine id={id} />}
          {children}
          <Legend />
        </div>
      </div>
      <NumberLine id={id} hovered={hovered} />
      <Formula id={id} sheet={sheet} />
      <CodePane id={id} />
    </figure>
  );
}

/**
 * Cells, beads and the formula's numbers say which group they belong to, and which element.
 * @param {EventTarget | null} target
 */
function pointedAt(target) {
  const mark = target instanceof Element ? target.closest("[data-group]") : null;
  if (mark === null) return null;
  const element = mark.getAttribute("data-element");
  return {
    group: Number(mark.getAttribute("data-group")),
    element: element === null ? null : Number(element),
  };
}

/** @param {{ id: FigureId, axes: boolean, hovered: Hovered }} props */
function Panels({ id, axes, hovered }) {
  const figure = figures[id].value;
  const view = derived[id].value;
  const lastReduced = figure.dims.includes(view.shape.length - 1);
  const drawn = {
    id,
    figure,
    view,
    element: figure.at.index,
    activeGroup: hovered.value?.group ?? view.groupOf[figure.at.index],
    twin: hovered.value?.element ?? -1,
    flashes: dependents(id, view),
  };
  return (
    <div
      class="panels"
      data-side={lastReduced ? "right" : "below"}
      data-groups={groupNoun(view.shape, figure.dims)}
      data-stage={figure.stage}
      style={{ "--panel-rows": rowsAndColumns(view.shape).rows }}
    >
      <div class="panel panel-x">
        {axes && <Axes {...drawn} />}
        <Head name="x" shape={view.shape} />
        <TensorView
          {...elementView(drawn, "x")}
          label={`x, shape ${formatShape(view.shape)}; type to edit`}
          values={view.x}
          lettered
          onEdit={(index, value) => setValue(id, "x", index, value)}
        />
      </div>
      <Statistics {...drawn} axes={axes} key={`${figure.dims}`} />
      <Operations stage={figure.stage} eps={figure.eps} />
      <div class="panel panel-out">
        <Head
          name={[<span key="x">x</span>, "x − mean", <XHat key="hat" />, <XHat key="hat" />][figure.stage]}
          shape={view.shape}
        />
        <TensorView
          {...elementView(drawn, "out")}
          values={view[STAGE_VALUES[figure.stage]]}
          label={`${SPOKEN[figure.stage]}, shape ${formatShape(view.shape)}`}
        />
      </div>
      {figure.stage === 3 && <Affine {...drawn} />}
      {figure.stage === 3 && (
        <div class="panel panel-y">
          <Head name="y" shape={view.shape} />
          <TensorView
            {...elementView(drawn, "y")}
            values={view.y}
            label={`y, shape ${formatShape(view.shape)}`}
          />
        </div>
      )}
    </div>
  );
}

/**
 * @typedef {{ id: FigureId, figure: FigureState, view: Derived, element: number, activeGroup: number, twin:
 *   number,
 *   flashes: ReturnType<typeof dependents> }} Drawn
 */

/**
 * What the panels x, out and y have in common: one cell an element.
 * @param {Drawn} drawn
 * @param {"x" | "out" | "y"} panel
 */
function elementView({ id, figure, view, element, activeGroup, twin, flashes }, panel) {
  const ofElement = figure.at.panel !== "mean" && figure.at.panel !== "variance";
  return {
    panel,
    shape: view.shape,
    groupOf: view.groupOf,
    activeGroup,
    twin,
    tab: element,
    selected: ofElement ? element : -1,
    flashes: flashes[panel],
    flashCount: lastEdit.value.count,
    onSelect: (/** @type {number} */ index) => select(id, { panel, index }),
  };
}

/**
 * Which cells depend on what was last edited; nothing else flashes.
 * @param {FigureId} id
 * @param {Derived} view
 */
function dependents(id, { groupOf, placeOf }) {
  const { section, part, index } = lastEdit.value;
  const edited = (/** @type {typeof part} */ what) => section === id && part === what;
  const inGroup = (/** @type {number} */ i) => edited("x") && groupOf[i] === groupOf[index];
  return {
    x: (/** @type {number} */ i) => edited("x") && i === index,
    statistic: (/** @type {number} */ group) => edited("x") && group === groupOf[index],
    out: inGroup,
    y: (/** @type {number} */ i) =>
      inGroup(i) || ((edited("weight") || edited("bias")) && placeOf[i] === index),
    weight: (/** @type {number} */ i) => edited("weight") && i === index,
    bias: (/** @type {number} */ i) => edited("bias") && i === index,
  };
}

/**
 * @param {{ name: import("preact").ComponentChildren, shape: readonly number[], children?:
 *   import("preact").ComponentChildren }} props
 */
function Head({ name, shape, children }) {
  return (
    <div class="head">
      <strong>{name}</strong>
      {children}
      <span class="shape">{formatShape(shape)}</span>
    </div>
  );
}

/** The tensor's edges: pressing one names its dim. @param {Drawn} props */
function Axes({ id, figure, view }) {
  const rank = view.shape.length;
  return (
    <div class="axes" role="group" aria-label="The dim to reduce">
      {view.shape.map((size, dim) => (
        <span class={`axis ${dim === rank - 1 ? "axis-columns" : "axis-rows"}`} key={dim}>
          <button type="button" aria-pressed={figure.dims.includes(dim)} onClick={() => setDims(id, [dim])}>
            {`dim ${dim}${dim === rank - 1 ? " = −1" : ""}`}
            <span aria-hidden="true"> · </span>
            <span class="visually-hidden"> size </span>
            {size}
          </button>
        </span>
      ))}
    </div>
  );
}

/**
 * Mean and variance. Named anew, a dim sweeps shut: they come out of it.
 * @param {Drawn & { axes: boolean }} props
 */
const Statistics = (props) => (
  <div class="statistics" data-fresh={useFresh() ? "" : undefined}>
    <Statistic {...props} panel="mean" name="mean" />
    <Statistic {...props} panel="variance" name="var" />
  </div>
);

/**
 * A statistic, drawn where the axis was: one cell thick, with the axis still there (size 1) or struck out.
 * @param {Drawn & { panel: "mean" | "variance", name: string, axes: boolean }} props
 */
function Statistic({ id, figure, view, element, activeGroup, flashes, panel, name, axes }) {
  const { keptShape, statisticShape } = view;
  const group = view.groupOf[element];
  return (
    <div class="panel" data-keepdim={figure.keepdim}>
      <Head name={name} shape={statisticShape}>
        {axes && (
          <span class="slot" aria-hidden="true">
            {figure.keepdim ? "1" : <s>{sizeOf(view.affineShape)}</s>}
          </span>
        )}
      </Head>
      <TensorView
        panel={panel}
        shape={keptShape}
        values={view[panel]}
        groupOf={view[panel].length ? rangeOf(view[panel].length) : []}
        label={`${panel}, shape ${formatShape(statisticShape)}`}
        tab={group}
        activeGroup={activeGroup}
        selected={figure.at.panel === panel ? group : -1}
        flashes={flashes.statistic}
        flashCount={lastEdit.value.count}
        onSelect={(to) => select(id, { panel, index: to === group ? element : view.members[to][0] })}
      />
    </div>
  );
}

/** @param {number} length */
const rangeOf = (length) => Array.from({ length }, (_, i) => i);

/** What happens between x and the third panel. @param {{ stage: number, eps: number }} props */
function Operations({ stage, eps }) {
  return (
    <div class="operations" aria-hidden="true">
      <span data-done={stage >= 1}>− mean</span>
      <span data-done={stage >= 2}>÷ √{eps === 0 ? "var" : "(var + eps)"}</span>
    </div>
  );
}

/** Weight and bias, laid along the dims that were normalized. @param {Drawn} props */
function Affine({ id, figure, view, element, flashes }) {
  const shape = view.shape.map((size, dim) => (figure.dims.includes(dim) ? size : 1));
  const place = view.placeOf[element];
  return (
    <div class="affine">
      {
        /** @type {const} */ (["weight", "bias"]).map((part) => (
          <div class="panel" key={part}>
            <Head
              name={
                <>
                  <span aria-hidden="true">{part === "weight" ? "· " : "+ "}</span>
                  {part}
                </>
              }
              shape={view.affineShape}
            />
            <TensorView
              panel={part}
              shape={shape}
              values={view[part]}
              tab={place}
              selected={figure.at.panel === "y" ? place : -1}
              label={`${part}, shape ${formatShape(view.affineShape)}; type to edit`}
              flashes={flashes[part]}
              flashCount={lastEdit.value.count}
              onSelect={(index) => select(id, { panel: "y", index: nearest(view, element, index) })}
              onEdit={(index, value) => setValue(id, part, index, value)}
            />
          </div>
        ))
      }
    </div>
  );
}

/**
 * The element of the same group that meets a given weight.
 * @param {Derived} view
 * @param {number} element
 * @param {number} place
 */
const nearest = ({ members, groupOf, placeOf }, element, place) =>
  members[groupOf[element]].find((index) => placeOf[index] === place) ?? element;
