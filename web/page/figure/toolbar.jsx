import { useSignal } from "@preact/signals";
import {
  EPS_STEPS,
  setAffine,
  setCenter,
  setCorrection,
  setEps,
  setEpsAt,
  setKeepdim,
  setShape,
} from "./state/settings.js";
import { formatEps } from "./words/format-tensor.js";
import { isFixed } from "../store/lesson.js";
import { RANDOM, shapeOf } from "./values/presets.js";
import { readShape } from "./typed/shape.js";
import { formatShape } from "../kit/shapes.js";
import { figures } from "../store/state.js";
import { Segmented } from "../parts/controls.jsx";
import { StepSlider } from "../parts/fields.jsx";
import { ExampleSelect } from "./example-select.jsx";

/** @typedef {import("../store/state.js").FigureId} FigureId */
/** @typedef {import("../store/state.js").Figure} Figure */
/** @typedef {{ id: FigureId, figure: Figure, offered: readonly string[], controls: readonly Control[] }} Props */
/** @typedef {"preset" | "shape" | "correction" | "keepdim" | "eps" | "epsAt" | "affine" | "center"} Control */

/** @type {readonly Control[]} */
const USUAL = ["preset", "correction", "keepdim", "eps", "affine"];
/** A phone shows this many settings, or one more; of a longer list, the rest is behind a button. */
const ON_PHONES = 3;

/**
 * The settings of a figure, in the order of `controls`.
 * @param {{ id: FigureId, offered: readonly string[], controls?: readonly Control[] }} props
 */
export function Toolbar({ id, offered, controls = USUAL }) {
  const figure = figures[id].value;
  const isWhole = useSignal(false);
  const shown = controls.filter((control) => control !== "shape" || figure.preset === RANDOM);
  const folds = shown.length > ON_PHONES + 1;
  return (
    <div class="toolbar" data-folded={folds && !isWhole.value ? "" : undefined}>
      {shown.map((control, i) => {
        const Setting = SETTINGS[control];
        return (
          <div class="setting" key={control} data-setting={control} data-last={i >= ON_PHONES ? "" : undefined}>
            <Setting id={id} figure={figure} offered={offered} controls={controls} />
          </div>
        );
      })}
      {folds && (
        <button
          type="button"
          class="text-button more"
          aria-expanded={isWhole.value}
          onClick={() => {
            isWhole.value = !isWhole.value;
          }}
        >
          {isWhole.value ? "Fewer" : "More"}
          <span class="visually-hidden"> settings</span>
        </button>
      )}
    </div>
  );
}

/** @param {Props} props */
function Example({ id, figure, offered, controls }) {
  const names = controls.includes("shape") ? [...offered, RANDOM] : offered;
  // A link may bring an example that the section does not offer.
  return (
    <ExampleSelect id={id} label="Example" names={names.includes(figure.preset) ? names : [figure.preset, ...names]} />
  );
}

/** A field for the shape of random numbers. @param {Props} props */
function ShapeField({ id, figure }) {
  const shape = shapeOf(figure);
  const refused = useSignal({ by: shape, why: "" });
  // A refusal is out of date once the shape is another one, by undo for example.
  const why = refused.value.by === shape ? refused.value.why : "";
  const locked = isFixed(id, "shape");
  return (
    <span class="field" data-locked={locked ? "" : undefined}>
      <label for={`${id}-shape`}>shape</label>
      <input
        id={`${id}-shape`}
        value={formatShape(shape)}
        spellcheck={false}
        autocomplete="off"
        aria-invalid={why !== "" || undefined}
        aria-describedby={`${id}-shape-refused`}
        readOnly={locked}
        onChange={(event) => {
          const read = readShape(event.currentTarget.value);
          refused.value = { by: shape, why: "error" in read ? read.error : "" };
          if ("shape" in read) setShape(id, read.shape);
        }}
      />
      <span class="refused" id={`${id}-shape-refused`} role="status">
        {why}
      </span>
    </span>
  );
}

/**
 * @param {Figure["correction"]} value
 * @param {string} label
 */
const option = (value, label) => ({ value, label });

/** @type {Record<Control, (props: Props) => import("preact").VNode>} */
const SETTINGS = {
  preset: Example,
  shape: ShapeField,
  correction: ({ id, figure }) => (
    <Segmented
      name={`${id}-correction`}
      legend="variance over"
      value={figure.correction}
      locked={isFixed(id, "correction")}
      onChange={(value) => setCorrection(id, value)}
      options={[option(1, "n − 1"), option(0, "n")]}
    />
  ),
  keepdim: ({ id, figure }) => (
    <Segmented
      name={`${id}-keepdim`}
      legend="keepdim"
      value={figure.keepdim}
      locked={isFixed(id, "keepdim")}
      onChange={(value) => setKeepdim(id, value)}
      options={[
        { value: true, label: "True" },
        { value: false, label: "False" },
      ]}
    />
  ),
  eps: ({ id, figure }) => (
    <StepSlider
      id={`${id}-eps`}
      label="eps"
      steps={EPS_STEPS}
      value={figure.eps}
      locked={isFixed(id, "eps")}
      onChange={(value) => setEps(id, value)}
      format={(eps) => (eps === 0 ? "off" : formatEps(eps))}
    />
  ),
  epsAt: ({ id, figure }) => (
    <Segmented
      name={`${id}-epsAt`}
      legend="eps added"
      value={figure.epsAt}
      locked={isFixed(id, "epsAt")}
      onChange={(value) => setEpsAt(id, value)}
      options={[
        { value: "inside", label: "in the root" },
        { value: "outside", label: "to the root" },
      ]}
    />
  ),
  affine: ({ id, figure }) => (
    <Segmented
      name={`${id}-affine`}
      legend="weight, bias"
      value={figure.weight !== null}
      locked={isFixed(id, "weight")}
      onChange={(value) => setAffine(id, value)}
      options={[
        { value: false, label: "1, 0" },
        { value: true, label: "edit" },
      ]}
    />
  ),
  center: ({ id, figure }) => (
    <Segmented
      name={`${id}-center`}
      legend="mean"
      value={figure.center}
      locked={isFixed(id, "center")}
      onChange={(value) => setCenter(id, value)}
      options={[
        { value: true, label: "subtracted" },
        { value: false, label: "left out" },
      ]}
    />
  ),
};
