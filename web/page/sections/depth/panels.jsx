/**
 * One pair of networks side by side: how the numbers of each layer lie on the one axis, as a hill a layer, and beside
 * each hill how large the spread is, of the numbers and of their gradient, on a logarithmic axis.
 */
import { formatBrief, formatTick, percent } from "../../kit/format.js";
import { figures } from "../../store/state.js";
import { fillColours } from "../../kit/styles/ramp.js";
import { placeOn } from "../../figure/tracks/axis.js";
import { layerShown, lookAtLayer } from "./actions.js";
import { beyondOf, isBusy, shown } from "./answer.js";
import { labelledLayers, MARKS, marksOf, reachOf, ridgeOf, rowsOf, ticksOfReach } from "./layout.js";
import { shareText, whereNormalized, written } from "./sentences.js";
import { AXIS, AXIS_TICKS } from "./limits.js";

/** @typedef {import("./job.js").Told} Told */

/** The values at which the gradient has a stop: between two stops the ramp's colour changes almost evenly. */
const STOPS = Array.from({ length: 25 }, (_, i) => AXIS[0] + (i / 24) * (AXIS[1] - AXIS[0]));

export function Panels() {
  const settings = shown.value?.settings ?? figures.why.value;
  const depth = shown.value?.depth;
  const reach = depth ? reachOf([depth]) : 1;
  return (
    <div class="depth-panels lab" data-changes aria-busy={isBusy.value}>
      <Panel id="without" name="without" note="the same weights" told={depth?.without} reach={reach} />
      <Panel id="with" name={whereNormalized(settings)} note="the same axes" told={depth?.with} reach={reach} />
    </div>
  );
}

/** @param {{ id: string, name: string, note: string, told: Told | undefined, reach: number }} props */
function Panel({ id, name, note, told, reach }) {
  const { layers } = shown.value?.settings ?? figures.why.value;
  return (
    <div class="depth-panel" data-network={id}>
      <h3>
        <strong>{name}</strong> <span>{note}</span>
      </h3>
      <div class="depth-heads" aria-hidden="true">
        <span>layer</span>
        <span>its numbers</span>
        <span>beyond</span>
        <span>
          <Mark kind="forward" /> spread
          <br />
          <Mark kind="back" /> gradient
        </span>
        <span>spread</span>
      </div>
      <div class="depth-body" onPointerDown={point} onPointerMove={(event) => event.buttons === 1 && point(event)}>
        <Selected layers={layers} />
        <Names layers={layers} told={told} />
        <Ridges id={id} name={name} layers={layers} told={told} />
        <Spreads name={name} layers={layers} told={told} reach={reach} />
      </div>
      <div class="depth-axes" aria-hidden="true">
        <Ticks area="ridges" ticks={AXIS_TICKS.map((tick) => [placeOn(AXIS, tick), formatTick(tick)])} />
        <Ticks area="log" ticks={ticksOfReach(reach)} />
        <span class="depth-log-note">logarithmic</span>
      </div>
    </div>
  );
}

/** The layer that is pressed is read out. @param {PointerEvent & { currentTarget: Element }} event */
function point({ currentTarget, clientY }) {
  const { top, height } = currentTarget.getBoundingClientRect();
  const { layers } = figures.why.value;
  const layer = Math.floor(((clientY - top) / height) * layers) + 1;
  if (layer !== layerShown()) lookAtLayer(layer);
}

/** The band of the layer that is read out. @param {{ layers: number }} props */
const Selected = ({ layers }) => (
  <span
    class="depth-selected"
    style={{ top: percent((100 * (Math.min(layerShown(), layers) - 1)) / layers), height: percent(100 / layers) }}
  />
);

/**
 * The numbers of some layers in digits: there is no room for all layers.
 * @param {{ layers: number, told: Told | undefined }} props
 */
const Names = ({ layers, told }) => (
  <>
    {labelledLayers(layers).map((layer) => {
      const style = { top: percent((100 * layer) / layers) };
      const beyond = (told && beyondOf(told, layer)) ?? 0;
      return (
        <span key={layer} class="depth-label" style={style} data-stale={isStale(layer)}>
          <span>{layer}</span>
          <span class="depth-beyond">{beyond > 0 && `↔ ${shareText(beyond)}`}</span>
          <strong>{written(told?.spread[layer - 1], formatBrief)}</strong>
        </span>
      );
    })}
  </>
);

/** Whether a layer's numbers are those of the settings before. @param {number} layer */
const isStale = (layer) => (shown.value && layer > shown.value.known ? "" : undefined);

/** @param {{ id: string, name: string, layers: number, told: Told | undefined }} props */
function Ridges({ id, name, layers, told }) {
  const { width, height, lines } = rowsOf(layers);
  return (
    <svg
      class="depth-ridges"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: how the numbers of each of ${layers} layers lie from −6 to 6`}
    >
      <linearGradient id={`depth-ramp-${id}`} gradientUnits="userSpaceOnUse" x1="0" x2={width} y1="0" y2="0">
        {STOPS.map((value) => (
          <stop key={value} offset={percent(placeOn(AXIS, value))} style={fillColours(value)} />
        ))}
      </linearGradient>
      {AXIS_TICKS.map((tick) => {
        const x = (placeOn(AXIS, tick) * width) / 100;
        return <path key={tick} class="depth-tick" data-zero={tick === 0 ? "" : undefined} d={`M${x} 0V${height}`} />;
      })}
      {lines.map((base, i) => (
        <path
          key={i}
          class="depth-ridge"
          data-layer={i + 1}
          data-stale={isStale(i + 1)}
          fill={`url(#depth-ramp-${id})`}
          d={told?.density[i] ? ridgeOf(told.density[i], base, layers) : `M0 ${base}H${width}`}
        />
      ))}
    </svg>
  );
}

/**
 * The marks of the key: those of numbers are round, those of gradients square and empty.
 * @param {{ kind: MarkKind }} props
 */
const Mark = ({ kind }) => (
  <svg class="depth-mark" viewBox="0 0 10 10" aria-hidden="true">
    <Marks kind={kind} d="M5 5h.01" />
  </svg>
);

/** @typedef {"forward" | "back"} MarkKind */

/** @param {{ kind: MarkKind, d: string, stale?: string }} props */
const Marks = ({ kind, d, stale }) => (
  <g class="depth-marks" data-kind={kind} data-stale={stale}>
    <path d={d} />
    {kind === "back" && <path d={d} data-inner="" />}
  </g>
);

/** @param {{ name: string, layers: number, told: Told | undefined, reach: number }} props */
function Spreads({ name, layers, told, reach }) {
  const stale = shown.value?.isWhole ? undefined : "";
  return (
    <svg
      class="depth-spreads"
      viewBox={`0 0 ${MARKS} ${MARKS}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: spread by layer, on a logarithmic axis`}
    >
      {ticksOfReach(reach).map(([at], i) => (
        <path
          key={i}
          class="depth-tick"
          data-zero={at === 50 ? "" : undefined}
          d={`M${(at * MARKS) / 100} 0V${MARKS}`}
        />
      ))}
      <Marks kind="forward" d={marksOf(told?.spread ?? [], reach, layers)} stale={stale} />
      <Marks kind="back" d={marksOf(told?.[figures.why.value.gradient] ?? [], reach, layers)} stale={stale} />
    </svg>
  );
}

/** @param {{ area: string, ticks: readonly (readonly [at: number, text: string])[] }} props */
const Ticks = ({ area, ticks }) => (
  <span class="depth-ticks" data-area={area}>
    {ticks.map(([at, text]) => (
      <span key={text} style={{ left: percent(at) }}>
        {text}
      </span>
    ))}
  </span>
);
