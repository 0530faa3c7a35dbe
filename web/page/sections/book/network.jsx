/** The book's figure, live: inputs, Linear, ReLU, outputs, and the same outputs normalized. */
import { useSignal } from "@preact/signals";
import { BOOK } from "../../model/book.js";
import { products } from "../../model/elementwise.js";
import { formatNumber, formatNumbers, percent } from "../../model/format.js";
import { isLocked } from "../../model/lesson.js";
import { figures, lastEdit } from "../../model/state.js";
import { bookNetwork, lookAtBook, setInput, setSeed } from "./network-state.js";
import { Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history.jsx";
import { TensorView } from "../../cells/tensor-view.jsx";
import { XHat } from "../../parts/x-hat.jsx";

/** @typedef {import("../../model/compute.js").Network} Network */
/**
 * What is pointed at or has the focus, in whichever layer: an input, whose weights light up, or an output, with
 * all that it is made from.
 * @typedef {{ input: number } | { unit: number }} Pointed
 */

/** One row of a matrix. @param {Float32Array} values @param {number} columns @param {number} row */
const rowOf = (values, columns, row) => values.subarray(row * columns, (row + 1) * columns);

export function NetworkFigure() {
  const { input, unit } = figures.book.value;
  const network = bookNetwork.value;
  const edited = lastEdit.value;
  const flashes = edited.section === "book";
  const feature = useSignal(0);
  const pointed = useSignal(/** @type {Pointed | null} */ (null));
  const lit = pointed.value ?? { unit };
  const own = "unit" in lit ? lit.unit : unit;
  const inputs = rowOf(network.x, BOOK.features, input);
  const row = (/** @type {Float32Array} */ values) => rowOf(values, BOOK.outputs, input);
  const set = (/** @type {number} */ index, /** @type {number} */ value) =>
    setInput(Array.from(network.x), input * BOOK.features + index, value);
  const point = (/** @type {Event} */ event) => {
    const next = pointedAt(event.target);
    if (JSON.stringify(next) !== JSON.stringify(pointed.peek())) pointed.value = next;
  };
  const leave = () => {
    pointed.value = null;
  };
  const units = { network, twin: "unit" in lit && pointed.value ? lit.unit : -1 };
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
        <div class="layers">
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
              twin={"input" in lit ? lit.input : -1}
              flashes={(index) => flashes && index === edited.index % BOOK.features}
              flashCount={edited.count}
              onSelect={(index) => {
                feature.value = index;
              }}
              onEdit={set}
            />
          </Layer>
          <Edges weight={network.weight} lit={lit} />
          <Units {...units} of="preactivation" name="Linear(x)" values={row(network.preactivation)} />
          <Rectifiers values={row(network.preactivation)} unit={own} />
          <Units {...units} of="out" name="ReLU" values={row(network.out)} moments={network.before} />
          <Rectifiers values={null} unit={own} />
          <Units {...units} of="normalized" name={<XHat />} values={row(network.normalized)} moments={network.after} />
        </div>
        <UnitFormula network={network} unit={own} />
      </div>
    </figure>
  );
}

/** Cells and the formula's rows say what they belong to. @param {EventTarget | null} target @returns {Pointed | null} */
function pointedAt(target) {
  const mark = target instanceof Element ? target.closest("[data-input], [data-index]") : null;
  if (mark === null) return null;
  const index = Number(mark.getAttribute("data-input") ?? mark.getAttribute("data-index"));
  return mark.closest('[data-input], [data-panel="input"]') ? { input: index } : { unit: index };
}

/** How far a slider reaches: further than randn is likely to draw. */
const REACH = 3;

/**
 * The selected input, for a finger or a mouse to drag.
 * @param {{ index: number, value: number, onInput: (index: number, value: number) => void }} props
 */
function InputSlider({ index, value, onInput }) {
  const within = Math.min(Math.max(value, -REACH), REACH);
  const locked = isLocked("x");
  return (
    <span class="input-slider" data-input={index} data-locked={locked ? "" : undefined}>
      <label for="book-x">x[{index}]</label>
      <input
        id="book-x"
        type="range"
        min={-REACH}
        max={REACH}
        step={0.05}
        value={within}
        aria-disabled={locked || undefined}
        aria-valuetext={formatNumber(value)}
        style={{ "--fraction": (within + REACH) / (2 * REACH) }}
        onInput={(event) => {
          onInput(index, event.currentTarget.valueAsNumber);
          if (locked) event.currentTarget.value = String(within);
        }}
      />
    </span>
  );
}

/** PyTorch takes seeds below this. */
const SEEDS = 2 ** 32;

function NetworkToolbar() {
  const { seed, input } = figures.book.value;
  const locked = isLocked("seed");
  return (
    <div class="toolbar">
      <Segmented
        name="book-input"
        legend="input"
        value={input}
        onChange={(value) => lookAtBook({ input: value })}
        options={[
          { value: 0, label: "A" },
          { value: 1, label: "B" },
        ]}
      />
      <span class="seed" data-locked={locked ? "" : undefined}>
        <label for="seed">torch.manual_seed</label>
        <input
          id="seed"
          type="number"
          min={0}
          max={SEEDS - 1}
          step={1}
          value={seed}
          readOnly={locked}
          onChange={(event) => {
            const { valueAsNumber, validity } = event.currentTarget;
            if (validity.valid && !Number.isNaN(valueAsNumber)) setSeed(valueAsNumber);
            else event.currentTarget.value = String(seed);
          }}
        />
        <button
          type="button"
          class="pill"
          aria-disabled={locked || undefined}
          onClick={() => setSeed((seed + 1) % SEEDS)}
        >
          Other weights
        </button>
      </span>
      <History section="book" />
    </div>
  );
}

/**
 * @param {{ name: import("preact").ComponentChildren, shape: readonly number[], note?: string,
 *   beside?: import("preact").ComponentChildren, children: import("preact").ComponentChildren }} props
 */
function Layer({ name, shape, note, beside, children }) {
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
 * Six units at one point of the way.
 * @param {{ network: Network, of: "preactivation" | "out" | "normalized", twin: number, values: Float32Array,
 *   name: import("preact").ComponentChildren, moments?: Network["before"] }} props
 */
function Units({ of, name, values, twin, moments }) {
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
        lettered={groups !== undefined}
        activeGroup={input}
        tab={unit}
        selected={unit}
        twin={twin}
        onSelect={(index) => lookAtBook({ unit: index })}
        flashes={() => lastEdit.value.section === "book"}
        flashCount={lastEdit.value.count}
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
      <dt>variance</dt>
      <dd>{formatNumber(variance)}</dd>
    </div>
  </dl>
);

/**
 * Where the middle of unit i of n is, in hundredths of the width that all outputs take.
 * @param {number} i
 * @param {number} n
 */
const centre = (i, n) => (100 * (i + 0.5 + (BOOK.outputs - n) / 2)) / BOOK.outputs;

/**
 * Every weight as a line: blue and dashed below 0, orange above, as thick as it is large.
 * @param {{ weight: Float32Array, lit: Pointed }} props
 */
function Edges({ weight, lit }) {
  const largest = Math.max(...Array.from(weight, Math.abs));
  const lines = Array.from(weight, (value, i) => {
    const [to, from] = [Math.floor(i / BOOK.features), i % BOOK.features];
    return (
      <line
        key={i}
        x1={percent(centre(from, BOOK.features))}
        x2={percent(centre(to, BOOK.outputs))}
        y1="0"
        y2="100%"
        data-sign={value < 0 ? "negative" : "positive"}
        data-lit={("unit" in lit ? to === lit.unit : from === lit.input) ? "" : undefined}
        style={{ "--size": (Math.abs(value) / largest).toFixed(3) }}
      />
    );
  });
  return (
    <svg class="edges" role="img" aria-label={`Linear(${BOOK.features}, ${BOOK.outputs}): ${weight.length} weights`}>
      {lines}
    </svg>
  );
}

/**
 * From each unit straight down; what ReLU cuts off ends in a bar.
 * @param {{ values: Float32Array | null, unit: number }} props
 */
function Rectifiers({ values, unit }) {
  return (
    <svg class="edges short" aria-hidden="true">
      {Array.from({ length: BOOK.outputs }, (_, i) => {
        const at = percent(centre(i, BOOK.outputs));
        const cut = values !== null && values[i] <= 0;
        return (
          <g key={i} data-lit={i === unit ? "" : undefined} data-cut={cut ? "" : undefined}>
            <line x1={at} x2={at} y1="0" y2={cut ? "45%" : "100%"} />
            {cut && (
              <text x={at} y="45%" class="cut">
                ⊥
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** How a unit came by its number, term by term. @param {{ network: Network, unit: number }} props */
function UnitFormula({ network, unit }) {
  const { input } = figures.book.value;
  const x = rowOf(network.x, BOOK.features, input);
  const weight = rowOf(network.weight, BOOK.features, unit);
  const at = input * BOOK.outputs + unit;
  const [xs, weights, terms] = [x, weight, products(x, weight)].map(formatNumbers);
  return (
    <div role="group" class="unit-formula" aria-label={`How output ${unit} is computed`}>
      <h3>
        Output {unit} of input {"AB"[input]}
      </h3>
      <table>
        <thead>
          <tr>
            <th scope="col">x</th>
            <th scope="col">· weight</th>
            <th scope="col">= term</th>
          </tr>
        </thead>
        <tbody>
          {terms.map((term, i) => (
            <tr key={i} data-input={i}>
              <td>{xs[i]}</td>
              <td>· {weights[i]}</td>
              <td>{term}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={2}>
              + bias
            </th>
            <td>{formatNumber(network.bias[unit])}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              sum
            </th>
            <td>{formatNumber(network.preactivation[at])}</td>
          </tr>
          <tr>
            <th scope="row" colSpan={2}>
              ReLU: max(0, sum)
            </th>
            <td>{formatNumber(network.out[at])}</td>
          </tr>
          <tr>
            <th scope="row" colSpan={2}>
              − {formatNumber(network.before.mean.data[input])}, ÷ √{formatNumber(network.before.variance.data[input])}
            </th>
            <td>
              <strong>{formatNumber(network.normalized[at])}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
