import { dimSets, dimsInCall } from "../../figure/dims/broadcast.js";
import { shownFigure } from "../../figure/state/after-paint.js";
import { setDims } from "../../figure/state/actions.js";
import { isFixed } from "../../store/lesson.js";
import { dimInCode } from "../../figure/dims/resolve.js";
import { formatShape, reducedShape, sizeOf } from "../../kit/shapes.js";
import { holdStill } from "../../parts/hold-still.js";
import { slice } from "../../figure/left-line.jsx";

/**
 * The shape and the number of means that each set of dims gives. A press on a set names its dims in the figure.
 * @param {{ id: import("../../store/state.js").FigureId }} props
 */
export function DimSets({ id }) {
  const { figure, view } = shownFigure(id);
  const { dims: now, keepdim, at } = figure;
  const { shape, rank } = view;
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
                    aria-disabled={isFixed(id, "dims") || undefined}
                    onClick={({ currentTarget }) => {
                      holdStill(currentTarget);
                      setDims(id, dims);
                    }}
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
