/** The panels of a figure, aligned: x | mean, var | x̂, and with weight and bias y. */
import { useRef } from "preact/hooks";
import { namingOf } from "../words/group-names.js";
import { STAGE_VALUES } from "../values/derive.js";
import { setValue } from "../state/actions.js";
import { dragged, shownFigure, shownPart } from "../state/after-paint.js";
import { formatShape } from "../../kit/shapes.js";
import { Head } from "./panel-head.jsx";
import { useFading } from "../../parts/fading.js";
import { XHat } from "../../parts/x-hat.jsx";
import { Affine } from "./affine.jsx";
import { Axes } from "./axes.jsx";
import { drawnOf } from "./drawn.js";
import { ElementView } from "./element-view.jsx";
import { Operations } from "./operations.jsx";
import { Statistics } from "./statistics.jsx";

/** @typedef {import("./drawn.js").Drawn} Drawn */
/** @typedef {import("./drawn.js").DrawnProps} DrawnProps */

/** So few rows are lower than the button of their dim, and are made higher. */
const FEW = 2;

/** @param {Omit<DrawnProps, "before">} props */
export function Panels(props) {
  const both = { ...props, before: useRef({ top: 0, left: 0 }) };
  return (
    <Outcome {...both}>
      <X {...both} />
    </Outcome>
  );
}

/**
 * What comes out of x, beside it. x is given, and not drawn here: it is not drawn again when this follows.
 * @param {DrawnProps & { children: import("preact").ComponentChildren }} props
 */
function Outcome({ children, ...props }) {
  const drawn = drawnOf(props, shownPart(props.id, "outcome"));
  const { figure, view } = drawn;
  const isLast = figure.stage === 3;
  const out = thirdPanel(drawn);
  return (
    <div ref={useFading(".panels-part > *")} class="panels fading" {...laidOut(drawn)}>
      {children}
      <Part {...drawn}>
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
      </Part>
    </div>
  );
}

/** What the places of the panels follow. @param {Drawn} drawn */
const laidOut = ({ side, flow, manner, view, figure }) => ({
  "data-side": side,
  "data-flow": flow,
  "data-manner": manner,
  "data-rank": view.rank,
  "data-affine": figure.stage === 3 ? "" : undefined,
});

/** What the sizes of the cells follow. @param {Drawn & { children: import("preact").ComponentChildren }} props */
function Part({ children, ...drawn }) {
  const { axes, view, frame, ways, manner } = drawn;
  return (
    <div
      class="panels-part"
      {...laidOut(drawn)}
      data-groups={groupsAre(drawn)}
      data-few={frame.rows <= FEW ? "" : undefined}
      style={{
        "--x-rows": frame.matrix,
        "--x-blocks": frame.rows / frame.matrix / frame.across,
        "--down": axes ? ways.filter((way) => way === "rows").length : 0,
        "--slabs": manner === "stack" ? view.shape[0] : 1,
      }}
    >
      {children}
    </div>
  );
}

/** Here the hand is: a dim that is named is seen on x first. @param {DrawnProps} props */
function X(props) {
  const { id } = props;
  const drawn = drawnOf(props, shownFigure(id, dragged.value !== id));
  const { figure, view } = drawn;
  return (
    <Part {...drawn}>
      <div class="panel panel-x">
        {props.axes && <Axes {...drawn} />}
        <Head name="x" shape={view.shape} />
        <ElementView
          {...drawn}
          panel="x"
          label={`x, shape ${formatShape(view.shape)}; type to edit`}
          values={view.x}
          naming={namingOf(view)}
          copies={figure.copies ? copiesOf(drawn) : undefined}
          onEdit={(index, value) => setValue(id, "x", index, value)}
        />
      </div>
    </Part>
  );
}

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
