/** What has become of the model: words that it makes up, and its loss on words that it was not trained on. */
import { figures } from "../../store/state.js";
import { isFixed } from "../../store/lesson.js";
import { drawOthers } from "./actions.js";
import { asTrained, isNowWorse, now, WORDS } from "./answer.js";
import { LINE, measured, SCALE, UNSURE } from "./losses.js";
import { isAsTrained, lettersOf } from "./sentences.js";
import { Switch } from "./toolbar.jsx";

/** On a word whose letters are not there yet. */
const AWAITED = "…";

export function MadeUp() {
  const locked = isFixed("model", "seed");
  const [was, is] = [asTrained.value.words, now.value.words];
  return (
    <div class="made-up" data-changes>
      <div class="made-up-head">
        <h3>words it makes up</h3>
        <button type="button" class="text-button" aria-disabled={locked || undefined} onClick={drawOthers}>
          Others
        </button>
      </div>
      <Words title="as trained" of="trained">
        {(i) => was[i] ?? AWAITED}
      </Words>
      <Words title="now" of="now">
        {(i) => <Changed word={is[i]} was={was[i]} />}
      </Words>
    </div>
  );
}

/**
 * @param {{ title: string, of: "trained" | "now", children: (i: number) => import("preact").ComponentChildren }} props
 */
const Words = ({ title, of, children }) => (
  <div class="words-row" data-of={of} data-worse={of === "now" && isNowWorse.value ? "" : undefined}>
    <p>{title}</p>
    <ul aria-label={`words made up, ${title}`}>
      {Array.from({ length: WORDS }, (_, i) => (
        <li key={i}>{children(i)}</li>
      ))}
    </ul>
  </div>
);

/**
 * A word, with the letters marked that are not those of the word as trained in the same places.
 * @param {{ word: string | undefined, was: string | undefined }} props
 */
function Changed({ word, was }) {
  if (word === undefined || was === undefined) return AWAITED;
  if (word === "") return was === "" ? <small>(ends at once)</small> : <mark>(ends at once)</mark>;
  return lettersOf(word, was).map(({ text, isChanged }, i) => (isChanged ? <mark key={i}>{text}</mark> : text));
}

/** A loss in words; before it is whole, how many words it is of. @param {import("./answer.js").Loss} loss */
function unsureness({ loss, words, of }) {
  if (words < of) return `after ${words} of ${of} words`;
  return loss < UNSURE.loss ? `as unsure as among ${Math.exp(loss).toFixed(1)} letters` : "worse than guessing blindly";
}

/** @param {number} loss */
const placeOf = (loss) => Math.min(Math.max((loss - LINE[0]) / (LINE[1] - LINE[0]), 0), 1);

export function HeldOut() {
  const isSame = isAsTrained(figures.model.value);
  const was = asTrained.value.loss?.loss ?? measured.trained;
  const is = now.value.loss;
  const worse = isNowWorse.value ? "" : undefined;
  return (
    <div class="held-out" data-worse={worse}>
      <h3>loss on {measured.words} unseen words</h3>
      <div class="loss-line" style={{ "--was": placeOf(was), "--is": placeOf(is?.loss ?? was) }}>
        <span class="loss-rail" />
        {worse !== undefined && <span class="loss-worse" />}
        <dl>
          <Mark name="as trained" loss={was} of="trained" />
          {SCALE.map(({ name, loss }) => (
            <Mark key={name} name={name} loss={loss} />
          ))}
        </dl>
        {!isSame && is && <span class="loss-dot" data-beyond={is.loss > LINE[1] ? "" : undefined} />}
      </div>
      <p class="loss-now">
        <span>
          now <strong data-of="now">{is ? is.loss.toFixed(2) : AWAITED}</strong>
        </span>{" "}
        <small class="unsure">{is && unsureness(is)}</small>
      </p>
    </div>
  );
}

/** @param {{ name: string, loss: number, of?: "trained" }} props */
const Mark = ({ name, loss, of }) => (
  <div class="loss-mark" data-mark={name.replace(" ", "-")} data-of={of} style={{ "--at": placeOf(loss) }}>
    <dt>{name}</dt> <dd>{loss.toFixed(2)}</dd>
  </div>
);

/** On phones: the switch again, a word before and after, and the loss. */
export function Brief() {
  const [was, is] = [asTrained.value, now.value];
  return (
    <div class="brief" data-worse={isNowWorse.value ? "" : undefined}>
      <Switch name="model-switch-again" on="on" />
      <p class="brief-words" data-of="now">
        <span>{was.words[0] ?? AWAITED}</span>
        <span>
          <Changed word={is.words[0]} was={was.words[0]} />
        </span>
      </p>
      <p class="brief-loss">
        loss {(was.loss?.loss ?? measured.trained).toFixed(2)} →{" "}
        <strong>{is.loss ? is.loss.loss.toFixed(2) : AWAITED}</strong>
      </p>
    </div>
  );
}
