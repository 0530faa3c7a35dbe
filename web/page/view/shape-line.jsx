import { derived } from "../model/derived.js";
import { broadcastOf, dimInCode, formatShape } from "../model/shapes.js";
import { figures } from "../model/state.js";

/** Why the dim must be put back before the subtraction. */
const OR_ELSE = {
  wrong: "or x − mean is wrong, without an error",
  raises: "or x − mean raises an error",
};

/**
 * The shapes along the way: [2, 6] → mean → [2, 1] → broadcast → [2, 6].
 * @param {{ id: import("../model/state.js").FigureId }} props
 */
export function ShapeLine({ id }) {
  const { dims, keepdim } = figures[id].value;
  const { shape, statisticShape, keptShape } = derived[id].value;
  const dim =
    dims.length === 1 ? String(dimInCode(dims[0], shape)).replace("-", "−") : `(${dims.join(", ")})`;
  const broadcast = broadcastOf(shape, dims, keepdim);
  return (
    <p class="shape-line">
      <span class="step">
        <Struck shape={shape} dims={dims} />
      </span>
      <span class="step">
        mean(dim={dim}, keepdim={keepdim ? "True" : "False"})
      </span>
      <Arrow />
      <code>{formatShape(statisticShape)}</code>
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
    </p>
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
