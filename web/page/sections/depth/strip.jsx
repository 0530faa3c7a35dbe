/** What the settings have come to after the last layer, without a norm and with one. */
import { formatTick, percent } from "../../kit/format.js";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { figures } from "../../store/state.js";
import { failure, shown } from "./answer.js";
import { placeOnLog, reachOf } from "./layout.js";
import { NETWORKS } from "./limits.js";
import { middleIn, valuesIn } from "./middle.js";
import { layersText, normName, sizeText, written } from "./sentences.js";

export function Strip() {
  const settings = shown.value?.settings ?? figures.why.value;
  return (
    <ResultStrip id="why">
      {failure.value === "" ? (
        <>
          <Result which="without" name="without" />
          <Result which="with" name={`with ${normName(settings)}`} />
        </>
      ) : (
        <span class="depth-failure">The networks could not be computed: {failure.value}.</span>
      )}
    </ResultStrip>
  );
}

/** @param {{ which: import("./middle.js").Which, name: string }} props */
function Result({ which, name }) {
  const now = shown.value;
  const { layers } = now?.settings ?? figures.why.value;
  const middle = now ? middleIn(now.networks, which, "spread", layers) : undefined;
  const told = spreadOut(now?.networks.length ?? 0, middle, now ? valuesIn(now.networks, which, "spread", layers) : []);
  const reach = now ? reachOf(now.networks) : 3;
  const at = (/** @type {number} */ value) => Math.min(Math.max(placeOnLog(value, reach), 0), 100);
  return (
    <span class="depth-result" data-network={which}>
      <span class="depth-result-name">
        after {layersText(layers)} <b>{name}</b>
      </span>
      <strong>{written(middle?.median, sizeText)}</strong>
      <span class="depth-result-half">
        {told[0]}{" "}
        <b>
          <span>{told[1]}</span> {told[2]}
        </b>
      </span>
      <span class="depth-bar" aria-hidden="true">
        <span class="depth-bar-rail" />
        {middle && (
          <>
            <span class="depth-bar-half" style={between(at(middle.low), at(middle.high))} />
            <span class="depth-bar-way" style={between(at(1), at(middle.median))} />
            <span class="depth-bar-dot" style={{ left: percent(at(middle.median)) }} />
          </>
        )}
        <i>{formatTick(10 ** -reach)}</i>
        <i>1</i>
        <i>{formatTick(10 ** reach)}</i>
      </span>
    </span>
  );
}

/** @param {number} a @param {number} b  in hundredths of the bar */
const between = (a, b) => ({ left: percent(Math.min(a, b)), width: percent(Math.abs(b - a)) });

/**
 * How far the networks are apart.
 * @param {number} known
 * @param {import("./middle.js").Middle | undefined} middle
 * @param {readonly number[]} values
 * @returns {readonly [who: string, how: string, far: string]}  a narrow window leaves `how` out
 */
function spreadOut(known, middle, values) {
  if (figures.why.value.view === "one") return ["the spread of", "", "this one network"];
  const networks = known === NETWORKS ? `${NETWORKS} networks` : `${known} (of ${NETWORKS}) so far`;
  if (!middle) return [`half of ${networks}`, "", "…"];
  const [least, most] = [Math.min(...values), Math.max(...values)].map(sizeText);
  return least === most
    ? [`all of ${networks}`, "", `at ${least}`]
    : [`half of ${networks}`, "between", `${sizeText(middle.low)} and ${sizeText(middle.high)}`];
}
