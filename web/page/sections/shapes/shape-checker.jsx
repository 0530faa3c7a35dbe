import { useSignal } from "@preact/signals";
import { meanCall } from "../../figure/dims/broadcast.js";
import { checkShape, readDims, readSizes } from "./shape-check.js";
import { dimInCode } from "../../figure/dims/resolve.js";
import { formatShape } from "../../kit/shapes.js";
import { Broadcast } from "./broadcast.jsx";
import { Segmented } from "../../parts/controls.jsx";

/** @typedef {ReturnType<typeof checkShape>} Checked */

const OUTCOMES = {
  right: "Each value meets its own mean.",
  raises: "It raises an error.",
  wrong: "No error, and wrong numbers.",
};

const TYPED = new Intl.NumberFormat("en");

/** Takes any shape and any dims, and tells the result's shape: it needs no values for that. */
export function ShapeChecker() {
  const shapeText = useSignal("32, 128, 768");
  const dimsText = useSignal("-1");
  const keepdim = useSignal(true);
  const sizes = readSizes(shapeText.value);
  const named = "shape" in sizes ? readDims(dimsText.value, sizes.shape.length) : null;
  return (
    <section class="checker card" aria-labelledby="checker-title">
      <h3 id="checker-title">Check a shape of your own</h3>
      <div class="fields">
        <Field id="checker-shape" label="shape of x" text={shapeText} refused={"error" in sizes} />
        <Field id="checker-dims" label="dim" text={dimsText} refused={named !== null && "error" in named} />
        <Segmented
          name="checker-keepdim"
          legend="keepdim"
          value={keepdim.value}
          onChange={(value) => {
            keepdim.value = value;
          }}
          options={[
            { value: true, label: "True" },
            { value: false, label: "False" },
          ]}
        />
      </div>
      <p class="refused" id="checker-error" role="status">
        {"error" in sizes ? sizes.error : named && "error" in named && named.error}
      </p>
      {"shape" in sizes && named && "dims" in named && (
        <div class="beneath">
          <Broadcast
            shape={sizes.shape}
            dims={named.dims}
            keepdim={keepdim.value}
            onToggle={(dim) => {
              dimsText.value = toggled(named.dims, dim, sizes.shape);
            }}
          />
          <Findings
            shape={sizes.shape}
            dims={named.dims}
            keepdim={keepdim.value}
            checked={checkShape(sizes.shape, named.dims, keepdim.value)}
          />
        </div>
      )}
    </section>
  );
}

/**
 * The dims with one added or removed, as they are typed. The last one left is not removed.
 * @param {readonly number[]} dims
 * @param {number} dim
 * @param {readonly number[]} shape
 */
function toggled(dims, dim, shape) {
  const others = dims.filter((other) => other !== dim);
  const next = others.length === dims.length ? [...dims, dim].sort((a, b) => a - b) : others;
  const some = next.length > 0 ? next : dims;
  return some.length === 1 ? String(dimInCode(some[0], shape)) : some.join(", ");
}

/** @param {{ id: string, label: string, text: import("@preact/signals").Signal<string>, refused: boolean }} props */
const Field = ({ id, label, text, refused }) => (
  <span class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      value={text.value}
      spellcheck={false}
      autocomplete="off"
      aria-invalid={refused || undefined}
      aria-describedby="checker-error"
      onInput={(event) => {
        text.value = event.currentTarget.value;
      }}
    />
  </span>
);

/** @param {{ shape: readonly number[], dims: readonly number[], keepdim: boolean, checked: Checked }} props */
function Findings({ shape, dims, keepdim, checked }) {
  const { statisticShape, count, groupSize, outcome, error, why, layers } = checked;
  const written = dims.length === 1 ? [dimInCode(dims[0], shape)] : dims;
  return (
    <dl class="findings" aria-live="polite">
      <dt>mean, variance</dt>
      <dd>
        shape <code>{formatShape(statisticShape)}</code>: {TYPED.format(count)} of each, over {TYPED.format(groupSize)}{" "}
        {groupSize === 1 ? "value" : "values"}
        {groupSize === 0 && ": NaN, as there is nothing to average"}
        {groupSize === 1 && "; with n\u00a0−\u00a01 the variance is NaN"}
      </dd>
      <dt>x − mean</dt>
      <dd data-outcome={outcome}>
        <strong>{OUTCOMES[outcome]}</strong> {why}
        {error && <code class="error">{error}</code>}
      </dd>
      <dt>{outcome === "right" ? "code" : "write instead"}</dt>
      <dd>
        <code>x - {meanCall(written, outcome === "right" ? keepdim : true)}</code>
      </dd>
      <dt>layer</dt>
      <dd>
        {layers.length === 0
          ? "No layer of PyTorch runs over just these dims; nn.LayerNorm runs over the last ones."
          : layers.map(({ code, learned }) => (
              <span class="layer" key={code}>
                <code>{code}</code> {learned === 0 ? "learns nothing" : `learns ${TYPED.format(learned)} numbers`}
              </span>
            ))}
      </dd>
    </dl>
  );
}
