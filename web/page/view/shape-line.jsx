import { derived } from "../model/derived.js";
import { setCopies, setLayout } from "../model/figure-state.js";
import { dimInCode, formatShape } from "../model/shapes.js";
import { figures } from "../model/state.js";
import { Segmented } from "./controls.jsx";
import { canStack } from "./frame.js";

/** @typedef {import("../model/derive.js").Derived} Derived */

/** Why the dim must be put back before the subtraction. */
const OR_ELSE = {
  wrong: "or x − mean is wrong, without an error",
  raises: "or x − mean raises an error",
};

/**
 * The shapes along the way: [2, 6] → mean → [2, 1] → broadcast → [2, 6].
 * @param {{ id: import("../model/state.js").FigureId, naive: boolean }} props
 */
export function ShapeLine({ id, naive }) {
  const { dims, keepdim, layout, copies } = figures[id].value;
  const view = derived[id].value;
  const { shape, statisticShape, keptShape, broadcast } = view;
  const dim =
    dims.length === 1 ? String(dimInCode(dims[0], shape)).replace("-", "−") : `(${dims.join(", ")})`;
  return (
    <div class="shape-line">
      <p>
        <span class="step">
          <Struck shape={shape} dims={dims} />
        </span>
        <span class="step">
          mean(dim={dim}, keepdim={keepdim ? "True" : "False"})
        </span>
        <Arrow />
        <code>{formatShape(statisticShape)}</code>
        {naive && broadcast !== "right" ? (
          <Naive view={view} />
        ) : (
          <>
            {broadcast !== "right" && (
              <>
                <span class="step">
                  unsqueeze({dim}), {OR_ELSE[broadcast]}
                </span>
                <Arrow />
                <code>{formatShape(keptShape)}</code>
              </>
            )}
            <span class="step">broadcast along dim {dims.join(" and ")}</span>
            <Arrow />
            <code>{formatShape(shape)}</code>
          </>
        )}
      </p>
      {canStack(shape) && (
        <Segmented
          name={`${id}-layout`}
          legend="matrices"
          value={layout}
          onChange={(value) => setLayout(id, value)}
          options={[
            { value: /** @type {"facets" | "stack"} */ ("facets"), label: "facets" },
            { value: /** @type {const} */ ("stack"), label: "stack" },
          ]}
        />
      )}
      <button
        type="button"
        class="pill copies-toggle"
        aria-pressed={copies}
        onClick={() => setCopies(id, !copies)}
      >
        show broadcast
      </button>
    </div>
  );
}

/** What becomes of x − mean without the dim put back. @param {{ view: Derived }} props */
function Naive({ view: { shape, statisticShape, broadcast } }) {
  return (
    <>
      <span class="step">
        <code>{formatShape(shape)}</code> − <code>{formatShape(statisticShape)}</code>
      </span>
      <Arrow />
      <strong class="step-wrong">{broadcast === "raises" ? "an error" : "no error, and wrong"}</strong>
    </>
  );
}

const Arrow = () => (
  <span class="arrow">
    <span class="visually-hidden">gives</span>
    <span aria-hidden="true">→</span>
  </span>
);

/**
 * The shape with the named dims struck out.
 * @param {{ shape: readonly number[], dims: readonly number[] }} props
 */
function Struck({ shape, dims }) {
  return (
    <code>
      [
      {shape.map((size, dim) => (
        <span key={dim}>
          {dim > 0 && ", "}
          {dims.includes(dim) ? <s>{size}</s> : size}
        </span>
      ))}
      ]
    </code>
  );
}
