/** The panels of a figure, aligned: x | mean, var | x̂, and with weight and bias y. */
import { STAGE_VALUES } from "../model/derive.js";
import { select, setValue } from "../model/figure-state.js";
import { formatShape } from "../model/shapes.js";
import { Affine } from "./affine.jsx";
import { Axes } from "./axes.jsx";
import { useDrawn } from "./drawn.js";
import { useFresh } from "../parts/fresh.js";
import { Head } from "../parts/head.jsx";
import { Overview } from "./overview.jsx";
import { Slabs } from "./slabs.jsx";
import { Statistics } from "./statistics.jsx";
import { TensorView } from "./tensor-view.jsx";
import { Headers, captionsOf } from "./window-headers.jsx";
import { XHat } from "../parts/x-hat.jsx";

/** @typedef {import("./drawn.js").Drawn} Drawn */

/** What a screen reader calls the third panel, by stage. */
const SPOKEN = ["x", "x minus mean", "x normalized", "x normalized"];

/**
 * @param {{ id: import("../model/state.js").FigureId, axes: boolean, naive: boolean,
 *   hovered: import("../figure/figure.jsx").Hovered }} props
 */
export function Panels(props) {
  const drawn = useDrawn(props);
  const { id, figure, view, frame, ways } = drawn;
  const isLast = figure.stage === 3;
  const { error, values, isWrong } = thirdPanel(drawn);
  return (
    <div
      class="panels"
      data-side={drawn.side}
      data-flow={drawn.flow}
      data-manner={drawn.manner}
      data-rank={view.rank}
      data-groups={groupsAre(drawn)}
      data-copies={figure.copies ? "" : undefined}
      style={{
        "--x-rows": frame.matrix,
        "--x-blocks": frame.rows / frame.matrix / frame.across,
        "--down": props.axes ? ways.filter((way) => way === "rows").length : 0,
        "--slabs": drawn.manner === "stack" ? view.shape[0] : 1,
      }}
    >
      <div class="panel panel-x">
        {props.axes && <Axes {...drawn} />}
        <Head name="x" shape={view.shape} />
        <ElementView
          {...drawn}
          panel="x"
          label={`x, shape ${formatShape(view.shape)}; type to edit`}
          values={view.x}
          lettered
          copies={figure.copies ? copiesOf(drawn) : undefined}
          onEdit={(index, value) => setValue(id, "x", index, value)}
        />
      </div>
      <Statistics {...drawn} key={`${figure.dims}`} />
      <Operations {...drawn} />
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
      {isLast && <Affine {...drawn} />}
      {isLast && !error && (
        <div class="panel panel-y">
          <Head name="y" shape={view.shape} />
          <ElementView {...drawn} panel="y" values={view.y} label={`y, shape ${formatShape(view.shape)}`} />
        </div>
      )}
    </div>
  );
}

/**
 * What the third panel shows; in a naive figure, what comes of the shapes as they are.
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

/**
 * What the panels x, out and y have in common: one cell an element.
 * @param {Drawn & Pick<import("./tensor-view.jsx").TensorViewProps, "label" | "values" | "lettered" | "copies" |
 *   "isWrong" | "onEdit"> & { panel: "x" | "out" | "y" }} props
 */
function ElementView({ panel, label, values, lettered, copies, isWrong, onEdit, ...drawn }) {
  const { id, figure, view, element, manner, frame } = drawn;
  const onSelect = (/** @type {number} */ index) => select(id, { panel, index });
  const ofElement = figure.at.panel !== "mean" && figure.at.panel !== "variance";
  return (
    <>
      {manner === "window" && (
        <Overview {...{ id, panel, values, frame, shape: view.shape, index: element, onSelect }} />
      )}
      <TensorView
        panel={panel}
        label={label}
        shape={view.shape}
        values={values}
        frame={frame}
        groupOf={view.groupOf}
        lettered={lettered}
        quiet={drawn.isQuiet}
        captions={captionsOf(view, manner)}
        tab={element}
        selected={ofElement ? element : -1}
        activeGroup={drawn.activeGroup}
        twin={drawn.twin}
        copies={copies}
        isWrong={isWrong}
        flashes={drawn.flashes[panel]}
        flashCount={drawn.flashCount}
        onSelect={onSelect}
        onEdit={onEdit}
      >
        {manner === "window" && <Headers frame={frame} shape={view.shape} />}
        {manner === "stack" && <Slabs frame={frame} shape={view.shape} index={element} onSelect={onSelect} />}
        {panel === "x" && drawn.axes && <Sweep key={`${figure.dims}`} />}
      </TensorView>
    </>
  );
}

/** What happens between x and the third panel. @param {Drawn} props */
function Operations({ figure: { stage, eps, epsAt, center } }) {
  const root = eps === 0 ? "√var" : epsAt === "inside" ? "√(var + eps)" : "(√var + eps)";
  return (
    <div class="operations" aria-hidden="true">
      {center && <span data-done={stage >= 1}>− mean</span>}
      <span data-done={stage >= 2}>÷ {center ? root : root.replace("var", "mean x²")}</span>
    </div>
  );
}

/** A dim that is named sweeps shut, towards the statistics that come out of it. */
const Sweep = () => <span class="sweep" data-fresh={useFresh() ? "" : undefined} />;
