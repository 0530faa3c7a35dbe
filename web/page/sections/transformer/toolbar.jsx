import { useSignal } from "@preact/signals";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { LockMark, Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { lookAtModel, MODE_NAMES, readWord, setMode, setWord } from "./lab-state.js";
import { MODES } from "./limits.js";

/** @typedef {import("./spec.js").Mode} Mode */

const OPTIONS = MODES.map((value) => ({ value, label: MODE_NAMES[value].label }));

export function ModelToolbar() {
  const { norm, modes, applies } = figures.model.value;
  const locked = isFixed("model", "modes");
  const isAll = applies === "all";
  // Where they differ, none of the modes is that of all nine.
  const shown = isAll && modes.some((mode) => mode !== modes[0]) ? "" : modes[isAll ? 0 : norm];
  return (
    <div class="toolbar">
      <WordField />
      <Segmented
        name="model-applies"
        legend="change"
        value={applies}
        onChange={(value) => lookAtModel({ applies: value })}
        options={
          /** @type {{ value: "one" | "all", label: string }[]} */ ([
            { value: "one", label: `norm ${norm + 1}` },
            { value: "all", label: "all nine" },
          ])
        }
      />
      <Segmented
        name="model-mode"
        legend={isAll ? "all are" : "it is"}
        value={/** @type {Mode} */ (shown)}
        locked={locked}
        onChange={setMode}
        options={OPTIONS}
      />
      <History section="model" />
    </div>
  );
}

/** What the model reads. What it cannot is left out, and why is said beside. */
function WordField() {
  const { word } = figures.model.value;
  const locked = isFixed("model", "word");
  const refused = useSignal({ why: "", word });
  const why = refused.value.word === word ? refused.value.why : "";
  return (
    <span class="field word-field" data-locked={locked ? "" : undefined}>
      <label for="model-word">
        your word
        {locked && <LockMark />}
      </label>
      <input
        id="model-word"
        type="text"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        value={word}
        readOnly={locked}
        aria-invalid={why === "" ? undefined : true}
        aria-describedby={why === "" ? undefined : "model-refusal"}
        onInput={(event) => {
          const read = readWord(event.currentTarget.value);
          setWord(read.word);
          refused.value = read;
          // What was left out changes nothing in the state, and so would stay.
          event.currentTarget.value = figures.model.peek().word;
        }}
      />
      {why !== "" && <Refusal id="model-refusal" why={why} />}
    </span>
  );
}
