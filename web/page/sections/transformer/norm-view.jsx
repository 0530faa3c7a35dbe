/** The norm that is looked at: its input, its output, its weight and its bias. */
import { useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { sections } from "../../course/sections.js";
import { formatBrief, formatNumber, percent } from "../../kit/format.js";
import { formatShape } from "../../kit/shapes.js";
import { figures } from "../../store/state.js";
import { AllDigits } from "../../figure/words/all-digits.jsx";
import { axisHolding, beyond } from "../../figure/tracks/axis.js";
import { trackHeight } from "../../figure/tracks/fit.js";
import { onAxis } from "../../figure/tracks/layout.js";
import { useRoom } from "../../figure/tracks/sizes.js";
import { Axis } from "../../figure/tracks/tracks.jsx";
import { LetterCells } from "./letter-cells.jsx";
import { LetterTrack } from "./letter-track.jsx";
import { takeTo } from "./actions.js";
import { momentsOf, pointed, shownNorm, wayOf } from "./derived.js";
import { computationOf, MODES } from "./modes.js";
import { FEATURES } from "./architecture.js";
import { nameOfToken } from "./sentences.js";
import { swarm } from "./swarm.js";

/** @typedef {import("./derived.js").Shown} Shown */

export function NormView() {
  const { norm } = figures.model.value;
  const shown = shownNorm.value;
  const axis = axisHolding([shown.input, shown.output]);
  return (
    <div class="norm-view" data-awaited={shown.isAwaited ? "" : undefined}>
      <Panel which="before" title={`before norm ${norm + 1}`} values={shown.input} {...{ shown, axis }} />
      <Panel which="after" title={`after: ${MODES[shown.mode].result}`} values={shown.output} {...{ shown, axis }} />
    </div>
  );
}

/** One number's arithmetic, what the norm has learned, and where else its input can be looked at. */
export function Details() {
  const shown = shownNorm.value;
  return (
    <div class="model-details" data-awaited={shown.isAwaited ? "" : undefined}>
      <Way shown={shown} />
      <Learned shown={shown} />
      <TakeAlong input={shown.input} />
    </div>
  );
}

/** The sections that can take the norm's input as their example. */
const ELSEWHERE = /** @type {const} */ (["dim", "three", "variance"]);

/** @param {{ input: Float32Array }} props */
const TakeAlong = ({ input }) => (
  <p class="take-along">
    Take this input along to{" "}
    {ELSEWHERE.map((id, i) => {
      const { label } = /** @type {import("../../course/sections.js").SectionProps} */ (
        sections.find((section) => section.id === id)
      );
      return (
        <Fragment key={id}>
          {["", ", ", " or "][i]}
          <a href={`#${id}`} onClick={() => takeTo(id, input)}>
            {label}
          </a>
        </Fragment>
      );
    })}
    .
  </p>
);

/**
 * How large the dots of a panel are, in px, and how high above its line each lies. Numbers beyond the axis wait on it,
 * and so do all before the tracks have been measured.
 * @param {Float32Array} values
 * @param {import("../../figure/tracks/axis.js").Extent} axis
 * @param {import("../../figure/tracks/sizes.js").Room | null} room
 */
function dotsIn(values, axis, room) {
  const levels = new Float32Array(values.length);
  if (room === null) return { size: 6, levels };
  const count = values.length / FEATURES;
  const orders = Array.from({ length: count }, (_, token) =>
    Array.from({ length: FEATURES }, (_, feature) => token * FEATURES + feature)
      .filter((i) => Number.isFinite(values[i]) && beyond(axis, values[i]) === 0)
      .sort((a, b) => values[a] - values[b]),
  );
  const tracks = orders.map((order) => order.map((i) => (onAxis(axis, values[i]) / 100) * room.width));
  const { size, levels: above } = swarm(tracks, trackHeight(room, count) * room.line);
  orders.forEach((order, token) =>
    order.forEach((i, place) => {
      levels[i] = above[token][place];
    }),
  );
  return { size, levels };
}

/** A token's part of what all of them have. @param {Float32Array} all @param {number} token */
const partOf = (all, token) => all.subarray(token * FEATURES, (token + 1) * FEATURES);

/**
 * @param {{ which: "before" | "after", title: string, values: Float32Array, shown: Shown,
 *   axis: import("../../figure/tracks/axis.js").Extent }} props
 */
function Panel({ which, title, values, shown, axis }) {
  const { tokens, at } = shown;
  const { mean, spread } = momentsOf(values);
  const rail = useRef(/** @type {HTMLDivElement | null} */ (null));
  const room = useRoom(rail);
  const { size, levels } = useMemo(() => dotsIn(values, axis, room), [values, axis[1], room]);
  return (
    <div
      class="tracks letters"
      role="group"
      aria-label={`${title}, ${formatShape([tokens.length, FEATURES])}: a track for each token`}
      data-panel={which}
      style={{ "--tracks": tokens.length, "--size": `${size}px` }}
    >
      <div class="letters-head">
        <h3>{title}</h3>
        <span class="shape">{formatShape([tokens.length, FEATURES])}</span>
        <span class="letters-columns" aria-hidden="true">
          <span>mean</span>
          <span>spread</span>
        </span>
      </div>
      <div class="track-list">
        <Axis axis={axis} />
        {tokens.map((token, i) => (
          <LetterTrack
            key={i}
            index={i}
            name={nameOfToken(token)}
            values={partOf(values, i)}
            levels={partOf(levels, i)}
            rail={i === 0 ? rail : undefined}
            mean={mean[i]}
            spread={spread[i]}
            axis={axis}
            feature={i === at.token ? at.feature : -1}
          />
        ))}
      </div>
      <p class="letters-cells">the same numbers as {FEATURES} cells</p>
      <LetterCells label={`${title}, as cells`} values={values} tokens={tokens} at={at} />
    </div>
  );
}

/** The number that is pointed at, on its way through the norm. @param {{ shown: Shown }} props */
function Way({ shown }) {
  const { tokens, at, input, output } = shown;
  const index = at.token * FEATURES + at.feature;
  const way = wayOf(shown);
  return (
    <p class="way">
      <span>
        “{nameOfToken(tokens[at.token])}”, feature {at.feature + 1} of {FEATURES}:
      </span>{" "}
      {way === null ? (
        <>
          {formatNumber(input[index])} goes in, <strong>{formatNumber(output[index])}</strong> comes out
        </>
      ) : (
        <>
          {way.text} {way.line.sign} <strong>{way.line.result}</strong> {way.line.offersAll && <AllDigits />}
        </>
      )}
    </p>
  );
}

/** @param {{ shown: Shown }} props */
function Learned({ shown }) {
  const isSorted = useSignal(false);
  const { weight, bias, mode, at } = shown;
  const { hasWeight = false, hasBias = false } = computationOf(mode) ?? {};
  const used = hasBias ? "a number a feature" : hasWeight ? "the bias left out now" : "left out now";
  return (
    <div class="learned">
      <div class="letters-head">
        <h3>its weight and bias, {used}</h3>
        <button
          type="button"
          class="pill"
          aria-pressed={isSorted.value}
          onClick={() => (isSorted.value = !isSorted.value)}
        >
          sorted
        </button>
      </div>
      <Bars name="weight" values={weight} isUsed={hasWeight} isSorted={isSorted.value} feature={at.feature} />
      <Bars name="bias" values={bias} isUsed={hasBias} isSorted={isSorted.value} feature={at.feature} />
    </div>
  );
}

/**
 * @param {{ name: string, values: Float32Array, isUsed: boolean, isSorted: boolean, feature: number }} props
 */
function Bars({ name, values, isUsed, isSorted, feature }) {
  const order = [...values.keys()];
  if (isSorted) order.sort((a, b) => values[a] - values[b]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [bottom, top] = [Math.min(low, 0), Math.max(high, 0)];
  // Where all numbers are 0, no bar is drawn.
  const room = top - bottom || 1;
  const heightOf = (/** @type {number} */ value) => (100 * Math.abs(value)) / room;
  const range = `${formatBrief(low)} to ${formatBrief(high)}`;
  return (
    <div class="bars-row" data-unused={isUsed ? undefined : ""}>
      <span>
        {name} <small>{range}</small>
      </span>
      <div class="bars" role="img" aria-label={`${FEATURES} numbers, ${range}`}>
        {order.map((i, place) => (
          <span
            key={i}
            data-feature={i}
            data-at={i === feature ? "" : undefined}
            data-negative={values[i] < 0 ? "" : undefined}
            title={`feature ${i + 1}: ${formatNumber(values[i])}`}
            onPointerEnter={() => {
              pointed.value = { ...pointed.peek(), feature: i };
            }}
            style={{
              left: percent((100 * place) / FEATURES),
              height: percent(heightOf(values[i])),
              bottom: percent((100 * (Math.min(values[i], 0) - bottom)) / room),
            }}
          />
        ))}
      </div>
    </div>
  );
}
