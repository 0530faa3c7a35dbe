/**
 * Both blocks, drawn; and networks of them before their first step: their streams, and the gradients of their weights.
 */
import { formatBrief, percent } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Caption } from "../../parts/caption.jsx";
import { Segmented } from "../../parts/controls.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { lookAt, set } from "./actions.js";
import { first, keepComputing } from "./answer.js";
import { Block } from "./block.jsx";
import { AXES, bandOf, CHART, heightOf, lineOf, placeOf } from "./layout.js";
import { DEPTHS, LASTS, NETWORKS, PLACES, SEEDS } from "./limits.js";
import { middlesOf, preKind } from "./middle.js";
import { betweenText, blocksText, briefly, gradientFound, NAMES } from "./sentences.js";

/** @typedef {import("./layout.js").Quantity} Quantity */
/** @typedef {(typeof PLACES)[number]} Place */

export const First = () => (
  <figure
    class="figure card placement"
    id="placement-figure"
    aria-labelledby="placement-first-title"
    ref={useWhenNear(keepComputing)}
  >
    <Caption id="placement-first-title" title="Before the first step">
      Left, one block: two parts, each added to the residual stream. Right, {NETWORKS} networks with new weights: how
      large the stream is, and how long the gradient of the last matrix of each block’s MLP.
    </Caption>
    <Toolbar />
    <Result />
    <div class="placement-body" data-changes aria-busy={first.isBusy.value}>
      <Block />
      <Chart quantity="stream" title="size of the stream (root mean square), by block" />
      <Chart quantity="gradient" title="gradient of the MLP’s last matrix (length), by block" />
    </div>
    {first.failure.value !== "" && (
      <Refusal id="placement-first-failure" why={`The networks could not be computed: ${first.failure.value}`} />
    )}
    <Reason />
  </figure>
);

function Toolbar() {
  const { place, last, blocks, seed } = figures.placement.value;
  // A link may bring another depth.
  const depths = DEPTHS.includes(blocks) ? DEPTHS : [...DEPTHS, blocks].sort((a, b) => a - b);
  return (
    <div class="toolbar">
      <Segmented
        name="placement-place"
        legend="norm"
        value={place}
        options={PLACES.map((value) => ({ value, label: value === "pre" ? "before (pre)" : "after (post)" }))}
        onChange={lookAt}
      />
      <Segmented
        name="placement-last"
        legend="pre’s last norm"
        value={last}
        options={LASTS.map((value) => ({ value, label: value === "with" ? "on" : "off" }))}
        locked={isFixed("placement", "last")}
        onChange={(value) => set("last", value)}
      />
      <StepSlider
        id="placement-blocks"
        label="blocks"
        steps={depths}
        value={blocks}
        format={String}
        locked={isFixed("placement", "blocks")}
        onChange={(value) => set("blocks", value)}
      />
      <SeedField
        id="placement-seed"
        locked={isFixed("placement", "seed")}
        label="seed"
        seed={seed}
        seeds={SEEDS}
        step={NETWORKS}
        other="Other seeds"
        onChange={(value) => set("seed", value)}
      />
    </div>
  );
}

/** The networks that are known: those of the settings at hand or, until these are computed, the ones before. */
const known = () => first.shown.value?.value ?? [];

/** How deep the networks are that are shown. */
const depth = () => first.shown.value?.settings.blocks ?? figures.placement.value.blocks;

/** @param {Place} place @param {Quantity} quantity */
const middlesAt = (place, quantity) =>
  middlesOf(known(), place === "pre" ? preKind(figures.placement.value.last) : "post", quantity);

function Result() {
  const isThere = known().length > 0;
  return (
    <ResultStrip id="placement-first">
      {PLACES.map((place) => (
        <Score key={`${place} ${isThere}`} place={place} />
      ))}
      <p class="placement-found" key={String(isThere)}>
        {isThere ? gradientFound(known(), figures.placement.value.last) : "The networks are being made."}
      </p>
    </ResultStrip>
  );
}

/** @param {{ place: Place }} props */
function Score({ place }) {
  const [stream, gradient] = [middlesAt(place, "stream").at(-1), middlesAt(place, "gradient").at(-1)];
  return (
    <p class="placement-score" data-place={place}>
      <Key place={place} /> <b>{NAMES[place]}</b> <span>stream</span>{" "}
      <strong>{stream ? formatBrief(stream.median) : "…"}</strong> <span>gradient</span>{" "}
      <strong>{gradient ? formatBrief(gradient.median) : "…"}</strong>
    </p>
  );
}

/** How a placement's line is drawn. @param {{ place: Place }} props */
export const Key = ({ place }) => (
  <svg class="placement-key" viewBox="0 0 24 8" aria-hidden="true" data-line={place}>
    <path class="placement-line" d="M0 4H24" />
  </svg>
);

/** @param {{ quantity: Quantity, title: string }} props */
function Chart({ quantity, title }) {
  const blocks = depth();
  const drawn = figures.placement.value.place;
  return (
    <div class="placement-chart" data-quantity={quantity}>
      <h4>{title}</h4>
      <div class="placement-values" aria-hidden="true">
        {AXES[quantity].ticks.map((tick) => (
          <span key={tick} style={{ top: percent(heightOf(tick, quantity)) }}>
            {tick}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${CHART} ${CHART}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, medians of ${NETWORKS} networks, on a logarithmic axis${PLACES.map((place) => spoken(place, quantity)).join("")}`}
      >
        {AXES[quantity].ticks.map((tick) => (
          <path key={tick} class="placement-tick" d={`M0 ${Math.round(10 * heightOf(tick, quantity))}H${CHART}`} />
        ))}
        {PLACES.map((place) => {
          const middles = middlesAt(place, quantity);
          return (
            middles.length > 0 && (
              <g key={place} data-line={place} data-drawn={place === drawn ? "" : undefined}>
                <path class="placement-band" d={bandOf(middles, blocks, quantity)} />
                <path
                  class="placement-line"
                  d={lineOf(
                    middles.map(({ median }) => median),
                    blocks,
                    quantity,
                  )}
                />
              </g>
            )
          );
        })}
      </svg>
      <p class="placement-blocks" aria-hidden="true">
        {[...new Set([1, Math.ceil(blocks / 2), blocks])].map((block) => (
          <span key={block} style={{ left: percent(placeOf(block, blocks)) }}>
            {block}
          </span>
        ))}
      </p>
    </div>
  );
}

/** @param {Place} place @param {Quantity} quantity */
function spoken(place, quantity) {
  const middles = middlesAt(place, quantity);
  if (middles.length === 0) return "";
  const last = middles[middles.length - 1];
  return `; ${NAMES[place]}: ${briefly(middles[0].median)} first, ${briefly(last.median)} last, half ${betweenText(last)}`;
}

/** Why pre-LN has a norm after its last block. */
function Reason() {
  const now = known();
  const [stream, bare, pre] = [
    middlesOf(now, "pre", "stream").at(-1),
    middlesOf(now, "bare", "gradient").at(-1),
    middlesOf(now, "pre", "gradient").at(-1),
  ];
  const text = (/** @type {import("./middle.js").Middle | undefined} */ middle) => (
    <span class="placement-told-number" data-known={middle ? "" : undefined}>
      {formatBrief(middle?.median ?? 0)}
    </span>
  );
  return (
    <p class="placement-reason">
      <strong>Why pre-LN ends in one more norm.</strong> Its stream meets no norm on its way: each part adds to it, and
      after {blocksText(depth())} its size is {text(stream)}. Without a last norm, the scores are computed from numbers
      of that size; with it, from numbers of size 1, and the gradient that comes back is divided by the stream’s size.
      Off, the last block’s gradient is {text(bare)}, on {text(pre)}: medians of {NETWORKS} networks. The solid line is
      pre-LN, the dashed one post-LN; half of the networks lie in a band.
    </p>
  );
}
