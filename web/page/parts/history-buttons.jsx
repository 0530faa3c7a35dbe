import { canRedo, canUndo, redo, reset, undo } from "../store/state.js";
import { IconButton } from "./controls.jsx";

/**
 * Undo and redo, of the whole page, and reset, of one section.
 * @param {{ section: keyof import("../store/state.js").State, children?: import("preact").ComponentChildren }} props
 */
export const History = ({ section, children }) => (
  <span class="history">
    <IconButton icon="undo" label="Undo" disabled={!canUndo.value} onClick={undo} />
    <IconButton icon="redo" label="Redo" disabled={!canRedo.value} onClick={redo} />
    <button type="button" class="text-button" onClick={() => reset(section)}>
      Reset
    </button>
    {children}
  </span>
);
