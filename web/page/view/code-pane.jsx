import { signal, useSignal } from "@preact/signals";
import { LANGUAGES, codeFor, codeText } from "../model/code.js";
import { derived } from "../model/derived.js";
import { say } from "../model/announce.js";
import { figures } from "../model/state.js";
import { useFresh } from "./fresh.js";

/** One choice for the whole page: whoever reads NumPy reads it everywhere. */
const language = signal(/** @type {import("../model/code.js").Language} */ ("pytorch"));

/**
 * The panel whose line of code made the selected cell; x was given.
 * @param {import("../model/state.js").Figure} figure
 */
function currentPanel({ at: { panel }, stage }) {
  if (panel !== "x" && panel !== "out") return panel;
  return stage === 0 ? "x" : "out";
}

/** The figure's settings as code. @param {{ id: import("../model/state.js").FigureId }} props */
export function CodePane({ id }) {
  const figure = figures[id].value;
  const lines = codeFor(language.value, figure, derived[id].value.shape);
  const name = `${id}-language`;
  const panel = currentPanel(figure);
  return (
    <div role="group" class="code-pane" aria-label="The same as code">
      <div class="tabs">
        <fieldset>
          <legend class="visually-hidden">Language</legend>
          {Object.entries(LANGUAGES).map(([key, label]) => (
            <label key={key}>
              <input
                type="radio"
                name={name}
                checked={language.value === key}
                onChange={() => {
                  language.value = /** @type {import("../model/code.js").Language} */ (key);
                }}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <CopyButton text={codeText(lines)} />
      </div>
      <pre tabIndex={0} role="group" aria-label={`${LANGUAGES[language.value]} code`}>
        <code>
          {lines.map((line, i) => (
            <span class="line" key={i} data-current={line.panel === panel}>
              {line.parts.map((part, j) =>
                typeof part === "string" ? part : <Setting key={`${j}${part.text}`} {...part} />,
              )}
              {"\n"}
            </span>
          ))}
        </code>
      </pre>
    </div>
  );
}

/**
 * A setting in the code, which lights up when it has just changed.
 * @param {{ setting: string, text: string }} props
 */
const Setting = ({ setting, text }) => (
  <mark data-setting={setting} data-fresh={useFresh() ? "" : undefined}>
    {text}
  </mark>
);

/** @param {{ text: string }} props */
function CopyButton({ text }) {
  const done = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      done.value = true;
      setTimeout(() => {
        done.value = false;
      }, 2000);
      say("Code copied.");
    } catch {
      say("The browser does not let this page copy: select the code instead.");
    }
  };
  return (
    <button type="button" class="text-button" onClick={copy}>
      {done.value ? "Copied" : "Copy"}
    </button>
  );
}
