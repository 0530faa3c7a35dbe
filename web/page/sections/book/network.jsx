/** The book's figure, live: inputs, Linear, ReLU, outputs, and the same outputs normalized. */
import { useSignal } from "@preact/signals";
import { BOOK } from "../../course/book.js";
import { edits, figures } from "../../store/state.js";
import { TensorView } from "../../figure/cells/tensor-view.jsx";
import { XHat } from "../../parts/x-hat.jsx";
import { Edges, Rectifiers } from "./edges.jsx";
import { InputSlider } from "./input-slider.jsx";
import { Layer, Units } from "./layer.jsx";
import { pointedAt } from "./pointed.js";
import { rowOf } from "./row-of.js";
import { NetworkToolbar } from "./toolbar.jsx";
import { setInput } from "./actions.js";
import { bookNetwork } from "./derived.js";
import { UnitFormula } from "./unit-formula.jsx";

/** @typedef {import("../../figure/values/book-network.js").Network} Network */
/** @typedef {import("./pointed.js").Pointed} Pointed */

export function NetworkFigure() {
  const { unit } = figures.book.value;
  const network = bookNetwork.value;
  const pointed = useSignal(/** @type {Pointed | null} */ (null));
  const lit = pointed.value ?? { unit };
  const own = "unit" in lit ? lit.unit : unit;
  const point = (/** @type {Event} */ event) => {
    const next = pointedAt(event.target);
    if (JSON.stringify(next) !== JSON.stringify(pointed.peek())) pointed.value = next;
  };
  const leave = () => {
    pointed.value = null;
  };
  return (
    <figure
      class="figure card network"
      id="book-figure"
      aria-labelledby="book-lesson"
      onPointerOver={point}
      onPointerLeave={leave}
      onFocusIn={point}
      onFocusOut={leave}
    >
      <NetworkToolbar />
      <div class="network-body">
        <Layers network={network} lit={lit} own={own} twin={"unit" in lit && pointed.value ? lit.unit : -1} />
        <UnitFormula network={network} unit={own} />
      </div>
    </figure>
  );
}

/**
 * @param {{ network: Network, lit: Pointed, own: number, twin: number }} props  own: the unit whose formula is shown;
 *   twin: the one that is pointed at, or −1
 */
function Layers({ network, lit, own, twin }) {
  const { input } = figures.book.value;
  const row = (/** @type {Float32Array} */ values) => rowOf(values, BOOK.outputs, input);
  const units = { network, twin };
  return (
    <div class="layers">
      <Inputs network={network} twin={"input" in lit ? lit.input : -1} />
      <Edges weight={network.weight} lit={lit} />
      <Units {...units} of="preactivation" name="Linear(x)" values={row(network.preactivation)} />
      <Rectifiers values={row(network.preactivation)} unit={own} />
      <Units {...units} of="out" name="ReLU" values={row(network.out)} moments={network.before} />
      <Rectifiers values={null} unit={own} />
      <Units {...units} of="normalized" name={<XHat />} values={row(network.normalized)} moments={network.after} />
    </div>
  );
}

/** @param {{ network: Network, twin: number }} props */
function Inputs({ network, twin }) {
  const { input } = figures.book.value;
  const edited = edits.book.value;
  const feature = useSignal(0);
  const inputs = rowOf(network.x, BOOK.features, input);
  const set = (/** @type {number} */ index, /** @type {number} */ value) =>
    setInput(Array.from(network.x), input * BOOK.features + index, value);
  return (
    <Layer
      name="x"
      shape={[BOOK.features]}
      note="input"
      beside={<InputSlider index={feature.value} value={inputs[feature.value]} onInput={set} />}
    >
      <TensorView
        panel="input"
        label="x, the input; type to edit"
        shape={[BOOK.features]}
        values={inputs}
        tab={feature.value}
        selected={feature.value}
        twin={twin}
        flashes={(index) => edited.section === "book" && index === edited.index % BOOK.features}
        flashCount={edited.count}
        onSelect={(index) => {
          feature.value = index;
        }}
        onEdit={set}
      />
    </Layer>
  );
}
