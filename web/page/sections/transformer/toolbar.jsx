/** The figure's head: all norms on or off, the learner's word, and the way to the choice of one norm. */
import { useSignal } from "@preact/signals";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { LockMark, Segmented } from "../../parts/controls.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { parseWord, setWord, switchNorms } from "./actions.js";
import { COUNT_IN_WORDS } from "./sentences.js";

/** @param {{ isOpen: boolean, toggle: () => void }} props  of the choice of one norm */
export const ModelToolbar = ({ isOpen, toggle }) => (
  <div class="model-toolbar">
    <Switch name="model-switch" />
    <WordField />
    <button type="button" class="change-one" aria-expanded={isOpen} aria-controls="model-one" onClick={toggle}>
      Change one norm…
    </button>
  </div>
);

/**
 * All norms at once: as trained, or off. Where only some are off, it is neither.
 * @param {{ name: string, on?: string }} props  on: what “on” is called
 */
export function Switch({ name, on = "Norms on" }) {
  const { modes } = figures.model.value;
  const all = modes.every((mode) => mode === modes[0]) ? modes[0] : "";
  return (
    <Segmented
      name={name}
      legend={`all ${COUNT_IN_WORDS}`}
      value={/** @type {"trained" | "off"} */ (all)}
      locked={isFixed("model", "modes")}
      onChange={switchNorms}
      options={
        /** @type {{ value: "trained" | "off", label: string }[]} */ ([
          { value: "trained", label: on },
          { value: "off", label: "off" },
        ])
      }
    />
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
