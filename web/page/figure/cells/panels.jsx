/** The panels of a figure, aligned: x | mean, var | x̂, and with weight and bias y. */
import { namingOf } from "../words/group-names.js";
import { STAGE_VALUES } from "../values/derive.js";
import { setValue } from "../state/actions.js";
import { formatShape } from "../../kit/shapes.js";
import { Head } from "./panel-head.jsx";
import { useFading } from "../../parts/fading.js";
import { XHat } from "../../parts/x-hat.jsx";
import { Affine } from "./affine.jsx";
import { Axes } from "./axes.jsx";
import { useDrawn } from "./drawn.js";
import { ElementView } from "./element-view.jsx";
import { Operations } from "./operations.jsx";
import { Statistics } from "./statistics.jsx";

/** @typedef {import("./drawn.js").Drawn} Drawn */

/** So few rows are lower than the button of their dim, and are made higher. */
const FEW = 2;

/**
 * @param {{ id: import("../../store/state.js").FigureId, axes: boolean, naive: boolean,
 *   hovered: import("../state/pointed.js").Hovered }} props
 */
export function Panels(props) {
  const drawn = useDrawn(props);
  const { figure, view, frame, ways } = drawn;
  const isLast = figure.stage === 3;
  const out = thirdPanel(drawn);
  return (
    <div
      ref={useFading()}
      class="panels fading"
      data-side={drawn.side}
      data-flow={drawn.flow}
      data-manner={drawn.manner}
      data-rank={view.rank}
      data-groups={groupsAre(drawn)}
      data-few={frame.rows <= FEW ? "" : undefined}
      data-affine={isLast ? "" : undefined}
      data-copies={figure.copies ? "" : undefined}
      style={{
        "--x-rows": frame.matrix,
        "--x-blocks": frame.rows / frame.matrix / frame.across,
        "--down": props.axes ? ways.filter((way) => way === "rows").length : 0,
        "--slabs": drawn.manner === "stack" ? view.shape[0] : 1,
      }}
    >
      <X {...drawn} />
      <Statistics {...drawn} key={`${figure.dims}`} />
      <Operations {...drawn} />
      <Out drawn={drawn} {...out} />
      {isLast && <Affine {...drawn} />}
      {isLast && !out.error && (
        <div class="panel panel-y">
          <Head name="y" shape={view.shape} />
          <ElementView {...drawn} panel="y" values={view.y} label={`y, shape ${formatShape(view.shape)}`} />
        </div>
      )}
    </div>
  );
}

/** @param {Drawn} drawn */
const X = (drawn) => (
  <div class="panel panel-x">
    {drawn.axes && <Axes {...drawn} />}
    <Head name="x" shape={drawn.view.shape} />
    <ElementView
      {...drawn}
      panel="x"
      label={`x, shape ${formatShape(drawn.view.shape)}; type to edit`}
      values={drawn.view.x}
      naming={namingOf(drawn.view)}
      copies={drawn.figure.copies ? copiesOf(drawn) : undefined}
      onEdit={(index, value) => setValue(drawn.id, "x", index, value)}
    />
  </div>
);

/** The name of the third panel for screen readers, by stage. */
const SPOKEN = ["x", "x minus mean", "x normalized", "x normalized"];

/** @param {{ drawn: Drawn } & ReturnType<typeof thirdPanel>} props */
function Out({ drawn, error, values, isWrong }) {
  const { figure, view } = drawn;
  return (
    <div class="panel panel-out">
      <Head
        name={[<span key="x">x</span>, "x − mean", <XHat key="hat" />, <XHat key="hat" />][figure.stage]}
        shape={error ? null : view.shape}
      />
      {error ? (
        <p class="raised">
          <code>{error}</code>
        </p>
      ) : (
        <ElementView
          {...drawn}
          panel="out"
          values={values}
          isWrong={isWrong}
          label={`${SPOKEN[figure.stage]}, shape ${formatShape(view.shape)}`}
        />
      )}
    </div>
  );
}

/**
 * The numbers of the third panel; in a naive figure, those that follow from the shapes as they are.
 * @param {Drawn} drawn
 * @returns {{ error?: string, values: Float32Array, isWrong?: (index: number) => boolean }}
 */
function thirdPanel({ naive, figure: { stage }, view }) {
  const meant = { values: view[STAGE_VALUES[stage]] };
  if (!naive || stage === 0) return meant;
  const got = view.naive;
  if ("error" in got) return { ...meant, error: got.error };
  return { values: stage === 1 ? got.centred : got.normalized, isWrong: got.isWrong };
}

/** The statistic that each element of x meets: the mean, or where there is none the divisor. @param {Drawn} drawn */
function copiesOf({ naive, figure, view }) {
  const met = naive ? view.naive : { takenFrom: view.groupOf };
  if ("error" in met) return undefined;
  return {
    from: met.takenFrom,
    values: figure.center ? view.mean : view.spread,
    sign: figure.center ? "−" : "÷",
  };
}

/** How groups lie in a matrix: they stand apart as rows, or as columns. @param {Drawn} drawn */
function groupsAre({ figure: { dims }, view: { rank } }) {
  const [down, across] = [dims.includes(rank - 2), dims.includes(rank - 1)];
  return across && !down ? "row" : down && !across ? "column" : undefined;
}
