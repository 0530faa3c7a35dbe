import { formatShape } from "../../kit/shapes.js";

/**
 * A panel's name and shape.
 * @param {{ name: import("preact").ComponentChildren, shape: readonly number[] | null }} props
 */
export const Head = ({ name, shape }) => (
  <div class="head">
    <strong>{name}</strong>
    {shape && <span class="shape">{formatShape(shape)}</span>}
  </div>
);
