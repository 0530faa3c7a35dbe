/** The panels x, out and y, with one cell for each element. */
import { select } from "../state/actions.js";
import { useJustAppeared } from "../../store/prerendered.js";
import { Overview } from "./overview.jsx";
import { Slabs } from "./slabs.jsx";
import { TensorView } from "./tensor-view.jsx";
import { captionsOf, Headers } from "./window-headers.jsx";

/**
 * @param {import("./drawn.js").Drawn & Pick<import("./tensor-view.jsx").TensorViewProps, "label" | "values" |
 *   "naming" | "copies" | "isWrong" | "onEdit"> & { panel: "x" | "out" | "y" }} props
 */
export function ElementView({ panel, label, values, naming, copies, isWrong, onEdit, ...drawn }) {
  const { id, figure, view, element, manner, frame } = drawn;
  const onSelect = (/** @type {number} */ index) => select(id, { panel, index });
  const ofElement = figure.at.panel !== "mean" && figure.at.panel !== "variance";
  return (
    <>
      {manner === "window" && (
        <Overview {...{ id, panel, values, frame, shape: view.shape, index: element, reach: view.reach, onSelect }} />
      )}
      <TensorView
        panel={panel}
        label={label}
        shape={view.shape}
        values={values}
        frame={frame}
        reach={view.reach}
        groupOf={view.groupOf}
        naming={naming}
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

/** A dim that is named sweeps shut, towards the statistics that come out of it. */
const Sweep = () => <span class="sweep" data-appeared={useJustAppeared() ? "" : undefined} />;
