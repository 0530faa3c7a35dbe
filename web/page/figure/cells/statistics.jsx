/** Mean and variance, where the axis was that they come out of. */
import { overWhat, varianceName } from "../words/deviation.js";
import { select } from "../state/actions.js";
import { formatShape } from "../../kit/shapes.js";
import { isLarge } from "./frame.js";
import { useJustAppeared } from "../../store/prerendered.js";
import { Head } from "./panel-head.jsx";
import { Overview } from "./overview.jsx";
import { TensorView } from "./tensor-view.jsx";

/** @typedef {import("./drawn.js").Drawn} Drawn */

/** A dim that has just been named sweeps shut, and its statistics come out of it. @param {Drawn} props */
export function Statistics(props) {
  return (
    <div class="statistics" data-appeared={useJustAppeared() ? "" : undefined}>
      {props.figure.center ? <Statistic {...props} panel="mean" name="mean" /> : <LeftOut />}
      <Statistic {...props} panel="variance" name={varianceName(props.figure)} />
    </div>
  );
}

/** RMSNorm takes no mean away. */
const LeftOut = () => (
  <p class="left-out">
    <s>mean</s> left out
  </p>
);

/**
 * One cell thick, with the axis still there (size 1) or struck out.
 * @param {Drawn & { panel: "mean" | "variance", name: string }} props
 */
function Statistic({ panel, name, ...drawn }) {
  const { id, figure, view, element, axes } = drawn;
  const { keptShape, statisticShape, members } = view;
  const group = view.groupOf[element];
  const values = view[panel];
  const frame = drawn.frameOf(keptShape, group);
  const onSelect = (/** @type {number} */ to) => select(id, { panel, index: to === group ? element : members[to][0] });
  return (
    <div class="panel" data-keepdim={figure.keepdim} data-bracket={drawn.isBracketed ? "" : undefined}>
      <Head
        name={
          panel === "variance" && figure.center ? (
            <>
              var <span class="over">{overWhat(figure)}</span>
            </>
          ) : (
            name
          )
        }
        shape={statisticShape}
      />
      {axes && <Slot {...drawn} />}
      {isLarge(keptShape) && (
        <Overview {...{ id, panel, values, frame, shape: keptShape, index: group, reach: view.reach, onSelect }} />
      )}
      <TensorView
        panel={panel}
        shape={keptShape}
        values={values}
        reach={view.reach}
        frame={frame}
        groupOf={countUpTo(members.length)}
        quiet={drawn.isQuiet}
        bracketed={drawn.isBracketed}
        label={`${name}, shape ${formatShape(statisticShape)}`}
        tab={group}
        activeGroup={drawn.activeGroup}
        selected={figure.at.panel === panel ? group : -1}
        flashes={drawn.flashes.statistic}
        flashCount={drawn.flashCount}
        onSelect={onSelect}
      />
    </div>
  );
}

/** The dims that were reduced: of size 1, or struck out. @param {Drawn} props */
const Slot = ({ figure: { dims, keepdim }, view: { shape, keptShape } }) => (
  <span class="slot" aria-hidden="true">
    <span>
      {dims.map((dim, i) => (
        <span key={dim}>
          {i > 0 && " · "}
          {keepdim ? keptShape[dim] : <s>{shape[dim]}</s>}
        </span>
      ))}
    </span>
  </span>
);

/** @type {Map<number, Int32Array>} */
const counts = new Map();

/** 0, 1, 2 ...: each statistic is a group of its own. @param {number} length */
function countUpTo(length) {
  const known = counts.get(length) ?? Int32Array.from({ length }, (_, i) => i);
  counts.set(length, known);
  return known;
}
