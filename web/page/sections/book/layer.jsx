/**
 * A layer of the network: its numbers as cells, its name to the left; to the right its mean and variance, or a slider.
 */
import { BOOK } from "../../course/book.js";
import { formatNumber } from "../../kit/format.js";
import { edits, figures } from "../../store/state.js";
import { TensorView } from "../../figure/cells/tensor-view.jsx";
import { lookAtBook } from "./actions.js";

/** @typedef {import("../../figure/values/book-network.js").Network} Network */

/**
 * @param {{ name: import("preact").ComponentChildren, shape: readonly number[], note?: string,
 *   beside?: import("preact").ComponentChildren, children: import("preact").ComponentChildren }} props
 */
export function Layer({ name, shape, note, beside, children }) {
  return (
    <div class="layer">
      <div class="layer-name">
        <strong>{name}</strong>{" "}
        <span class="shape">
          {note ?? ""} [{shape.join(", ")}]
        </span>
      </div>
      <div class="layer-cells" style={{ "--share": shape[0] / BOOK.outputs }}>
        {children}
      </div>
      {beside}
    </div>
  );
}

/**
 * The units after one step: after Linear, after ReLU or normalized.
 * @param {{ network: Network, of: "preactivation" | "out" | "normalized", twin: number, values: Float32Array,
 *   name: import("preact").ComponentChildren, moments?: Network["before"] }} props
 */
export function Units({ of, name, values, twin, moments }) {
  const { unit, input } = figures.book.value;
  const groups = of === "preactivation" ? undefined : new Array(BOOK.outputs).fill(input);
  return (
    <Layer
      name={name}
      shape={[BOOK.outputs]}
      beside={moments && <Moments mean={moments.mean.data[input]} variance={moments.variance.data[input]} />}
    >
      <TensorView
        panel={of}
        label={{ preactivation: "Linear(x)", out: "ReLU(Linear(x))", normalized: "normalized outputs" }[of]}
        shape={[BOOK.outputs]}
        values={values}
        groupOf={groups}
        naming={groups && "letters"}
        activeGroup={input}
        tab={unit}
        selected={unit}
        twin={twin}
        onSelect={(index) => lookAtBook({ unit: index })}
        flashes={() => edits.book.value.section === "book"}
        flashCount={edits.book.value.count}
      />
    </Layer>
  );
}

/** @param {{ mean: number, variance: number }} props */
const Moments = ({ mean, variance }) => (
  <dl class="layer-moments">
    <div>
      <dt>mean</dt>
      <dd>{formatNumber(mean)}</dd>
    </div>
    <div>
      <dt>var, n − 1</dt>
      <dd>{formatNumber(variance)}</dd>
    </div>
  </dl>
);
