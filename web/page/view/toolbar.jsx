import { EPS_STEPS, setAffine, setCorrection, setEps, setKeepdim, setPreset } from "../model/figure-state.js";
import { formatEps } from "../model/format.js";
import { presets } from "../model/presets.js";
import { canRedo, canUndo, figures, redo, reset, undo } from "../model/state.js";
import { IconButton, Segmented, Select, StepSlider } from "./controls.jsx";

const OWN = "own";

/**
 * What can be set about a figure.
 * @param {{ id: import("../model/state.js").FigureId, offered: readonly string[], keepdim: boolean }} props
 */
export function Toolbar({ id, offered, keepdim }) {
  const figure = figures[id].value;
  const options = offered.map((name) => ({ value: name, label: presets[name].label }));
  const shown = figure.x ? OWN : figure.preset;
  return (
    <div class="toolbar">
      <Select
        label="Example"
        value={shown}
        options={figure.x ? [{ value: OWN, label: "Your numbers" }, ...options] : options}
        onChange={(name) => {
          if (name !== OWN) setPreset(id, name);
        }}
      />
      <Segmented
        name={`${id}-correction`}
        legend="variance over"
        value={figure.correction}
        onChange={(value) => setCorrection(id, value)}
        options={[
          { value: /** @type {0 | 1} */ (1), label: "n − 1" },
          { value: /** @type {0 | 1} */ (0), label: "n" },
        ]}
      />
      {keepdim && (
        <Segmented
          name={`${id}-keepdim`}
          legend="keepdim"
          value={figure.keepdim}
          onChange={(value) => setKeepdim(id, value)}
          options={[
            { value: true, label: "True" },
            { value: false, label: "False" },
          ]}
        />
      )}
      <StepSlider
        id={`${id}-eps`}
        label="eps"
        steps={EPS_STEPS}
        value={figure.eps}
        onChange={(value) => setEps(id, value)}
        format={(eps) => (eps === 0 ? "off" : formatEps(eps))}
      />
      <Segmented
        name={`${id}-affine`}
        legend="weight, bias"
        value={figure.weight !== null}
        onChange={(value) => setAffine(id, value)}
        options={[
          { value: false, label: "1, 0" },
          { value: true, label: "edit" },
        ]}
      />
      <span class="history">
        <IconButton icon="undo" label="Undo" disabled={!canUndo.value} onClick={undo} />
        <IconButton icon="redo" label="Redo" disabled={!canRedo.value} onClick={redo} />
        <button type="button" class="text-button" onClick={() => reset(id)}>
          Reset
        </button>
      </span>
    </div>
  );
}
