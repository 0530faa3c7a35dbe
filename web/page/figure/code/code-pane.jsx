/** The figure's settings as code, which may be edited; and what it prints. */
import { useSignal } from "@preact/signals";
import { codeFor, codeText, LANGUAGES } from "./code.js";
import { CopyButton } from "../../parts/copy-button.jsx";
import { shownFigure } from "../state/after-paint.js";
import { Editor } from "./editor.jsx";
import { currentPanel, language } from "./language.js";
import { Prints } from "./prints.jsx";

/** @param {{ id: import("../../store/state.js").FigureId, naive?: boolean }} props */
export function CodePane({ id, naive = false }) {
  const typing = useSignal(false);
  const { figure, view } = shownFigure(id, typing.value);
  const context = { figure, shape: view.shape, naive };
  const lines = codeFor(language.value, context);
  return (
    <div role="group" class="code-pane" aria-label="The same as code">
      <div class="tabs">
        <fieldset>
          <legend class="visually-hidden">Language</legend>
          {Object.entries(LANGUAGES).map(([key, label]) => (
            <label key={key}>
              <input
                type="radio"
                name={`${id}-language`}
                checked={language.value === key}
                onChange={() => {
                  language.value = /** @type {import("./code.js").Language} */ (key);
                }}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <CopyButton text={codeText(lines)} />
      </div>
      <Editor id={id} context={context} lines={lines} typing={typing} />
      <Prints context={context} view={view} line={lines.find(({ panel }) => panel === currentPanel(context.figure))} />
    </div>
  );
}
