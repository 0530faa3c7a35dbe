/** The book's figure, live: inputs, Linear, ReLU, outputs, and the same outputs normalized. */
import { useSignal } from "@preact/signals";
import { BOOK } from "../model/compute.js";
import { bookNetwork } from "../model/book.js";
import { products } from "../model/elementwise.js";
import { formatNumber, formatNumbers, percent } from "../model/format.js";
import {
  canRedo,
  canUndo,
  figures,
  lastEdit,
  lookAtBook,
  redo,
  reset,
  setInput,
  setSeed,
  undo,
} from "../model/state.js";
import { IconButton, Segmented } from "./controls.jsx";
import { TensorView } from "./tensor-view.jsx";
import { XHat } from "./x-hat.jsx";

/** @typedef {import("../model/compute.js").Network} Network */

/** One row of a matrix. @param {Float32Array} values @param {number} columns @param {number} row */
const rowOf = (values, columns, row) => values.subarray(row * columns, (row + 1) * columns);

export function NetworkFigure() {
  const { input } = figures.book.value;
  const network = bookNetwork.value;
  const edited = lastEdit.value;
  const flashes = edited.section === "book";
  const inputCell = useSignal(0);
  const row = (/** @type {Float32Array} */ values) => rowOf(values, BOOK.outputs, input);
  return (
    <figure class="figure card network" id="book-figure" aria-labelledby="book-lesson">
      <NetworkToolbar />
      <div class="network-body">
        <div class="layers">
          <Layer name="x" shape={[BOOK.features]} note="input">
            <TensorView
              panel="input"
              label="x, the input; type to edit"
              shape={[BOOK.features]}
              values={rowOf(network.x, BOOK.features, input)}
              tab={inputCell.value}
              flashes={(index) => flashes && index === edited.index % BOOK.features}
              flashCount={edited.count}
              onSelect={(index) => {
                inputCell.value = index;
              }}
              onEdit={(index, value) => setInput(Array.from(network.x), input * BOOK.features + index, value)}
            />
          </Layer>
          <Edges weight={network.weight} unit={figures.book.value.unit} />
          <Units network={network} of="preactivation" name="Linear(x)" values={row(network.preactivation)} />
          <Rectifiers values={row(network.preactivation)} unit={figures.book.value.unit} />
          <Units network={network} of="out" name="ReLU" values={row(network.out)} moments={network.before} />
          <Rectifiers values={null} unit={figures.book.value.unit} />
          <Units
            network={network}
            of="normalized"
            name={<XHat />}
            values={row(network.normalized)}
            moments={network.after}
          />
        </div>
        <UnitFormula network={network} />
      </div>
    </figure>
  );
}

function NetworkToolbar() {
  const { seed, input } = figures.book.value;
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
      <span class="seed">
        <label for="seed">torch.manual_seed</label>
        <input
          id="seed"
          type="number"
          min={0}
          max={2 ** 32 - 1}
          step={1}
          value={seed}
          onChange={(event) => {
            const { valueAsNumber, validity } = event.currentTarget;
            if (validity.valid && !Number.isNaN(valueAsNumber)) setSeed(valueAsNumber);
            else event.currentTarget.value = String(seed);
          }}
        />
      </span>
      <span class="history">
        <IconButton icon="undo" label="Undo" disabled={!canUndo.value} onClick={undo} />
        <IconButton icon="redo" label="Redo" disabled={!canRedo.value} onClick={redo} />
        <button type="button" class="text-button" onClick={() => reset("book")}>
          Reset
        </button>
      </span>
    </div>
  );
}

/**
 * @param {{ name: import("preact").ComponentChildren, shape: readonly number[], note?: string,
 *   moments?: { mean: number, variance: number }, children: import("preact").ComponentChildren }} props
 */
function Layer({ name, shape, note, moments, children }) {
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
      {moments && (
        <dl class="layer-moments">
          <div>
            <dt>mean</dt>
            <dd>{formatNumber(moments.mean)}</dd>
          </div>
          <div>
            <dt>variance</dt>
            <dd>{formatNumber(moments.variance)}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}

/**
 * Six units at one point of the way.
 * @param {{ network: Network, of: "preactivation" | "out" | "normalized", name:
 *   import("preact").ComponentChildren,
 *   values: Float32Array, moments?: Network["before"] }} props
 */
function Units({ of, name, values, moments }) {
  const { unit, input } = figures.book.value;
  const shape = [BOOK.outputs];
  const groups = of === "preactivation" ? undefined : new Array(BOOK.outputs).fill(input);
  return (
    <Layer
      name={name}
      shape={shape}
      moments={moments && { mean: moments.mean.data[input], variance: moments.variance.data[input] }}
    >
      <TensorView
        panel={of}
        label={{ preactivation: "Linear(x)", out: "ReLU(Linear(x))", normalized: "normalized outputs" }[of]}
        shape={shape}
        values={values}
        groupOf={groups}
        lettered={groups !== undefined}
        activeGroup={input}
        tab={unit}
        selected={unit}
        onSelect={(index) => lookAtBook({ unit: index })}
        flashes={() => lastEdit.value.section === "book"}
        flashCount={lastEdit.value.count}
      />
    </Layer>
  );
}

/**
 * Where the middle of unit i of n is, in hundredths of the width that all outputs take.
 * @param {number} i
 * @param {number} n
 */
const centre = (i, n) => (100 * (i + 0.5 + (BOOK.outputs - n) / 2)) / BOOK.outputs;

/**
 * Every weight as a line: blue and dashed below 0, orange above, as thick as it is large.
 * @param {{ weight: Float32Array, unit: number }} props
 */
function Edges({ weight, unit }) {
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
        data-lit={to === unit ? "" : undefined}
        style={{ "--size": (Math.abs(value) / largest).toFixed(3) }}
      />
    );
  });
  return (
    <svg
      class="edges"
      role="img"
      aria-label={`Linear(${BOOK.features}, ${BOOK.outputs}): ${weight.length} weights`}
    >
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

/** How the selected unit came by its number, term by term. @param {{ network: Network }} props */
function UnitFormula({ network }) {
  const { unit, input } = figures.book.value;
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
            <tr key={i}>
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
              − {formatNumber(network.before.mean.data[input])}, ÷ √
              {formatNumber(network.before.variance.data[input])}
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
