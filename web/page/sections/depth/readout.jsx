/** One layer in exact numbers, and what all layers come to. */
import { formatBrief } from "../../kit/format.js";
import { figures } from "../../store/state.js";
import { layerShown, lookAtLayer } from "./actions.js";
import { beyondOf, failure, shown } from "./answer.js";
import { NETWORKS } from "./limits.js";
import { middleIn } from "./middle.js";
import { finding, GRADIENT_NAMES, halfText, normName, shareText, sizeText, written } from "./sentences.js";

/** @typedef {import("./middle.js").Which} Which */

export function Readout() {
  return (
    <div class="depth-readout">
      <LayerSlider />
      {figures.why.value.view === "one" ? <OneTable /> : <FiftyTable />}
      <Finding />
    </div>
  );
}

function LayerSlider() {
  const { layers } = figures.why.value;
  const layer = layerShown();
  return (
    <span class="depth-slider" data-setting="layer">
      <label for="why-layer">read out layer</label>
      <input
        id="why-layer"
        type="range"
        min={1}
        max={layers}
        step={1}
        value={layer}
        aria-valuetext={spokenLayer(layer)}
        style={{ "--fraction": layers === 1 ? 1 : (layer - 1) / (layers - 1) }}
        onInput={(event) => lookAtLayer(Number(event.currentTarget.value))}
      />
      <output for="why-layer">{layer}</output>
    </span>
  );
}

/** @param {number} layer */
function spokenLayer(layer) {
  const now = shown.value;
  if (!now) return String(layer);
  const [without, normed] = /** @type {const} */ (["without", "with"]).map((which) => {
    const middle = middleIn(now.networks, which, "spread", layer);
    return written(middle?.median, now.networks.length === 1 ? formatBrief : sizeText);
  });
  const spread = now.networks.length === 1 ? "spread" : "median spread";
  return `${layer}: ${spread} ${without} without, ${normed} with ${normName(figures.why.value)}`;
}

/**
 * @param {{ heads: readonly string[], cells: (which: Which) => readonly string[] }} props  cells: of the row of
 *   each network
 */
const Table = ({ heads, cells }) => (
  <table class="depth-table">
    <thead>
      <tr>
        <th scope="col">layer {layerShown()}</th>
        {heads.map((head, i) => (
          <th key={i} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    {/* Numbers that come later are new elements: nothing shifts. */}
    <tbody key={shown.value?.known}>
      {
        /** @type {const} */ (["without", "with"]).map((which) => (
          <tr key={which}>
            <th scope="row">{which === "with" ? `with ${normName(figures.why.value)}` : which}</th>
            {cells(which).map((cell, i) => (
              <td key={i}>{cell}</td>
            ))}
          </tr>
        ))
      }
    </tbody>
  </table>
);

/** The medians and the middle half. */
function FiftyTable() {
  const [{ gradient }, networks, layer] = [figures.why.value, shown.value?.networks ?? [], layerShown()];
  return (
    <Table
      heads={["spread", "half of them", `${GRADIENT_NAMES[gradient]}’ gradient`, "half of them"]}
      cells={(which) =>
        /** @type {const} */ (["spread", gradient]).flatMap((quantity) => {
          const middle = middleIn(networks, which, quantity, layer);
          return [written(middle?.median, sizeText), halfText(middle)];
        })
      }
    />
  );
}

function OneTable() {
  const [{ gradient }, depth, layer] = [figures.why.value, shown.value?.depth, layerShown()];
  return (
    <Table
      heads={["spread", "beyond the axis", `${GRADIENT_NAMES[gradient]}’ gradient`]}
      cells={(which) => {
        const told = depth?.[which];
        return [
          written(told?.spread[layer - 1], formatBrief),
          written(told && beyondOf(told, layer), shareText),
          written(told?.[gradient][layer - 1], formatBrief),
        ];
      }}
    />
  );
}

function Finding() {
  return (
    <p class="depth-finding">
      {failure.value === "" ? found() : `The networks could not be computed: ${failure.value}.`}
    </p>
  );
}

/** What all layers come to, or how far the networks are. */
function found() {
  const now = shown.value;
  const { layers, view, gradient } = figures.why.value;
  if (now?.isWhole) return finding(now, gradient);
  return view === "one"
    ? `The networks are being computed: ${now?.known ?? 0} of ${layers} layers …`
    : `The networks are being computed: ${now?.known ?? 0} of ${NETWORKS} …`;
}
