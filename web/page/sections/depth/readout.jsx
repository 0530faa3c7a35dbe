/** One layer in exact numbers, and what all layers come to. */
import { formatBrief } from "../../kit/format.js";
import { figures } from "../../store/state.js";
import { layerShown, lookAtLayer } from "./actions.js";
import { answer, beyondOf, shown } from "./answer.js";
import { finding, NORM_NAMES, shareText, written } from "./sentences.js";

export function Readout() {
  return (
    <div class="depth-readout">
      <LayerSlider />
      <LayerTable />
      <Finding />
    </div>
  );
}

function LayerSlider() {
  const { layers } = figures.why.value;
  const layer = layerShown();
  return (
    <span class="depth-slider" data-setting="layer">
      <label for="why-layer">layer</label>
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
  const depth = shown.value?.depth;
  if (!depth) return String(layer);
  const [without, normed] = [depth.without, depth.with].map(({ spread }) => written(spread[layer - 1], formatBrief));
  return `${layer}: spread ${without} without, ${normed} with ${NORM_NAMES[figures.why.value.norm]}`;
}

function LayerTable() {
  const { norm } = figures.why.value;
  const depth = shown.value?.depth;
  const i = layerShown() - 1;
  return (
    <table class="depth-table">
      <thead>
        <tr>
          <th scope="col">layer {i + 1}</th>
          <th scope="col">spread</th>
          <th scope="col">beyond the axis</th>
          <th scope="col">spread of its gradient</th>
        </tr>
      </thead>
      <tbody>
        {[
          { name: "without", told: depth?.without },
          { name: `with ${NORM_NAMES[norm]}`, told: depth?.with },
        ].map(({ name, told }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{written(told?.spread[i], formatBrief)}</td>
            <td>{written(told && beyondOf(told, i + 1), shareText)}</td>
            <td>{written(told?.gradient[i], formatBrief)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Finding() {
  return (
    <p class="depth-finding">
      {answer.failure.value === "" ? found() : `The networks could not be computed: ${answer.failure.value}.`}
    </p>
  );
}

/** What all layers come to, or how far the layers are. */
function found() {
  const now = shown.value;
  if (now?.isWhole) return finding(now);
  const { layers } = figures.why.value;
  return `The networks are being computed: ${now?.known ?? 0} of ${layers} layers …`;
}
