import { dimSets, dimsInCall } from "../../model/broadcast.js";
import { derived } from "../../model/derived.js";
import { setDims } from "../../model/figure-state.js";
import { isLocked } from "../../model/lesson.js";
import { dimInCode } from "../../model/resolve-dims.js";
import { formatShape, reducedShape, sizeOf } from "../../model/shapes.js";
import { figures } from "../../model/state.js";
import { slice } from "../../figure/left-line.jsx";

/**
 * What every set of dims gives; pressing one names it.
 * @param {{ id: import("../../model/state.js").FigureId }} props
 */
export function DimSets({ id }) {
  const { dims: now, keepdim, at } = figures[id].value;
  const { shape, rank } = derived[id].value;
  return (
    <div class="dim-sets">
      <table>
        <thead>
          <tr>
            <th scope="col">dim</th>
            <th scope="col">averaged together</th>
            <th scope="col">means</th>
            <th scope="col">values in each</th>
            <th scope="col">shape of the means</th>
          </tr>
        </thead>
        <tbody>
          {dimSets(rank).map((dims) => {
            const means = reducedShape(shape, dims, keepdim);
            const isNow = `${dims}` === `${now}`;
            return (
              <tr key={`${dims}`} data-now={isNow ? "" : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={isNow}
                    aria-disabled={isLocked("dims") || undefined}
                    onClick={() => setDims(id, dims)}
                  >
                    {dims.length === 1 ? String(dimInCode(dims[0], shape)).replace("-", "−") : dimsInCall(dims)}
                  </button>
                </th>
                <td>
                  <code>{slice(shape, dims, at.index)}</code>
                </td>
                <td>{sizeOf(means)}</td>
                <td>{sizeOf(shape) / sizeOf(means)}</td>
                <td>
                  <code>{formatShape(means)}</code>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
