import { select, setValue } from "../state/actions.js";
import { formatShape } from "../../kit/shapes.js";
import { isLarge } from "./frame.js";
import { Head } from "./panel-head.jsx";
import { Overview } from "./overview.jsx";
import { TensorView } from "./tensor-view.jsx";

const PARTS = /** @type {const} */ (["weight", "bias"]);

/** Weight and bias, laid along the dims that were normalized. @param {import("./drawn.js").Drawn} props */
export function Affine({ id, figure, view, element, flashes, flashCount, frameOf }) {
  const shape = view.shape.map((size, dim) => (figure.dims.includes(dim) ? size : 1));
  const place = view.placeOf[element];
  const frame = frameOf(shape, place);
  const onSelect = (/** @type {number} */ index) => select(id, { panel: "y", index: nearest(view, element, index) });
  return (
    <div class="affine">
      {PARTS.map((part) => (
        <div class="panel" key={part}>
          <Head
            name={
              <>
                <span aria-hidden="true">{part === "weight" ? "· " : "+ "}</span>
                {part}
              </>
            }
            shape={view.affineShape}
          />
          {isLarge(shape) && (
            <Overview
              {...{ id, panel: part, values: view[part], frame, shape, index: place, reach: view.reach, onSelect }}
            />
          )}
          <TensorView
            panel={part}
            shape={shape}
            values={view[part]}
            reach={view.reach}
            frame={frame}
            tab={place}
            selected={figure.at.panel === "y" ? place : -1}
            label={`${part}, shape ${formatShape(view.affineShape)}; type to edit`}
            flashes={flashes[part]}
            flashCount={flashCount}
            onSelect={onSelect}
            onEdit={(index, value) => setValue(id, part, index, value)}
          />
        </div>
      ))}
    </div>
  );
}

/**
 * The element of the same group that meets a given weight.
 * @param {import("../values/derive.js").Derived} view
 * @param {number} element
 * @param {number} place
 */
const nearest = ({ members, groupOf, placeOf }, element, place) =>
  members[groupOf[element]].find((index) => placeOf[index] === place) ?? element;
