import { useSignal } from "@preact/signals";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { LockMark, Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { lookAtModel, parseWord, setMode, setWord } from "./actions.js";
import { MODE_IDS, MODES } from "./modes.js";
import { ALL_NORMS } from "./sentences.js";

/** @typedef {import("./modes.js").Mode} Mode */

const OPTIONS = MODE_IDS.map((value) => ({ value, label: MODES[value].label }));

export function ModelToolbar() {
  const { norm, modes, applies } = figures.model.value;
  const locked = isFixed("model", "modes");
  const isAll = applies === "all";
  // Where the norms differ, none of the modes is that of all.
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
            { value: "all", label: ALL_NORMS },
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

/** The word that the model reads. Beside it is said which letters are left out, and why. */
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
          const read = parseWord(event.currentTarget.value);
          setWord(read.word);
          refused.value = read;
          // A refused letter changes no state, so no rendering would take it out of the field.
          event.currentTarget.value = figures.model.peek().word;
        }}
      />
      {why !== "" && <Refusal id="model-refusal" why={why} />}
    </span>
  );
}
