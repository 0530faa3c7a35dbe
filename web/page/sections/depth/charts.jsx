/** Fifty networks at once: the spread of their numbers by layer and, below, the size of their gradients. */
import { formatTick, percent } from "../../kit/format.js";
import { figures } from "../../store/state.js";
import { layerShown, lookAtLayer } from "./actions.js";
import { isBusy, shown } from "./answer.js";
import { bandOf, CHART, lineOf, placeOfLayer, placeOnLog, reachOf } from "./layout.js";
import { middlesOf } from "./middle.js";
import { GRADIENT_NAMES, layersText, sizeText, whereNormalized } from "./sentences.js";
import { NETWORKS } from "./limits.js";

/** @typedef {import("./middle.js").Quantity} Quantity */
/** @typedef {import("./middle.js").Which} Which */

export function Charts() {
  const settings = shown.value?.settings ?? figures.why.value;
  const reach = shown.value ? reachOf(shown.value.networks) : 3;
  return (
    <div class="depth-charts lab" data-changes aria-busy={isBusy.value}>
      <Panel which="without" name="without" note="weights drawn at random" reach={reach} />
      <Panel which="with" name={whereNormalized(settings)} note="the same weights" reach={reach} />
    </div>
  );
}

/** @param {{ which: Which, name: string, note: string, reach: number }} props */
function Panel({ which, name, note, reach }) {
  const { gradient } = figures.why.value;
  return (
    <div class="depth-chart-panel" data-network={which}>
      <h3>
        <strong>{name}</strong> <span>{which === "with" ? <Key /> : note}</span>
      </h3>
      <Chart which={which} name={name} quantity="spread" title="spread" step={1} reach={reach} />
      <Chart
        which={which}
        name={name}
        quantity={gradient}
        title={`gradient of the ${GRADIENT_NAMES[gradient]}`}
        step={3}
        reach={reach}
      />
      <LayerTicks />
    </div>
  );
}

const Key = () => (
  <span class="depth-key">
    <i data-key="line" /> one network <i data-key="median" /> median <i data-key="half" /> middle half
  </span>
);

/** What lies below the axis, as 0 does, stands at its foot. @param {number} value @param {number} reach */
const heightOf = (value, reach) => Math.max(placeOnLog(value, reach), 0);

/** @param {number} reach @param {number} step */
const powersOf = (reach, step) => {
  const by = (reach / 3) * step;
  const count = Math.round(reach / by);
  return Array.from({ length: 2 * count + 1 }, (_, i) => (count - i) * by);
};

/**
 * @param {{ which: Which, name: string, quantity: Quantity, title: string, step: number, reach: number }} props  step:
 *   from one line of the axis to the next, as a share of a third of what it reaches
 */
function Chart({ which, name, quantity, title, step, reach }) {
  const now = shown.value;
  const { layers } = now?.settings ?? figures.why.value;
  const powers = powersOf(reach, step);
  const middles = now ? middlesOf(now.networks, which, quantity, layers) : [];
  const marked = quantity === "spread" ? layers : 1;
  const last = middles[marked - 1]?.median;
  const at = { left: percent(placeOfLayer(marked, layers)), top: percent(100 - heightOf(last ?? 1, reach)) };
  const linesOf = (/** @type {readonly import("./job.js").Pair[]} */ networks) =>
    networks.map((pair) => lineOf(pair[which][quantity], reach)).join("");
  return (
    <div class="depth-chart" data-quantity={quantity === "spread" ? "spread" : "gradient"}>
      <p class="depth-chart-title">{title}</p>
      <div class="depth-plot" onPointerDown={point} onPointerMove={(event) => event.buttons === 1 && point(event)}>
        <span class="depth-powers" aria-hidden="true">
          {powers.map((power) => (
            <span key={power} style={{ top: percent(50 - (50 * power) / reach) }}>
              {formatTick(10 ** power)}
            </span>
          ))}
        </span>
        <svg
          viewBox={`0 0 ${CHART} ${CHART}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${name}: ${title} by layer, of ${NETWORKS} networks, on a logarithmic axis${spoken(middles)}`}
        >
          {powers.map((power) => (
            <path
              key={power}
              class="depth-tick"
              data-zero={power === 0 ? "" : undefined}
              d={`M0 ${Math.round(CHART / 2 - (CHART / 2) * (power / reach))}H${CHART}`}
            />
          ))}
          <path class="depth-layer" d={`M${(placeOfLayer(layerShown(), layers) * CHART) / 100} 0V${CHART}`} />
          {now && (
            <>
              <path class="depth-line" data-stale="" d={linesOf(now.before)} />
              <path class="depth-half" d={bandOf(middles, reach)} />
              <path class="depth-line" d={linesOf(now.networks)} />
              <path
                class="depth-median"
                d={lineOf(
                  middles.map(({ median }) => median),
                  reach,
                )}
              />
            </>
          )}
        </svg>
        {last !== undefined && (
          <>
            <span class="depth-dot" style={at} />
            <span class="depth-end" style={{ top: at.top }} aria-hidden="true">
              <strong>{sizeText(last)}</strong>
              <span>{quantity === "spread" ? "median" : "at layer 1"}</span>
            </span>
          </>
        )}
      </div>
    </div>
  );
}

/** @param {readonly import("./middle.js").Middle[]} middles */
function spoken(middles) {
  if (middles.length === 0) return "";
  const [first, last] = [middles[0], middles[middles.length - 1]].map(({ median }) => sizeText(median));
  return `; median ${first} at layer 1, ${last} after ${layersText(middles.length)}`;
}

/** The layer that is pressed is read out. @param {PointerEvent & { currentTarget: Element }} event */
function point({ currentTarget, clientX }) {
  const { left, width } = /** @type {Element} */ (currentTarget.querySelector("svg")).getBoundingClientRect();
  const { layers } = figures.why.value;
  const layer = Math.round(((clientX - left) / width) * (layers - 1)) + 1;
  if (layer !== layerShown()) lookAtLayer(layer);
}

function LayerTicks() {
  const { layers } = shown.value?.settings ?? figures.why.value;
  const step = [1, 4, 8, 16].find((each) => layers / each <= 6) ?? 16;
  const between = Array.from({ length: layers }, (_, i) => i + 1).filter(
    (layer) => layer > 1 && layer % step === 0 && layers - layer >= step,
  );
  return (
    <span class="depth-layer-ticks" aria-hidden="true">
      <em>layer</em>
      {[...new Set([1, ...between, layers])].map((layer) => (
        <span key={layer} style={{ left: percent(placeOfLayer(layer, layers)) }}>
          {layer}
        </span>
      ))}
    </span>
  );
}
