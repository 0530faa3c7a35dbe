/** What comes of it: the next letter, the words that the model makes up, and how well it guesses words it never saw. */
import { figures } from "../../store/state.js";
import { Term } from "../../parts/term.jsx";
import { asTrained, now, reading } from "./live.js";
import { findingOf } from "./findings.js";
import { drawOthers, inPercent, isTrained, MODE_NAMES, nameOfNext } from "./lab-state.js";
import { isFixed } from "../../store/lesson.js";
import { measured, SCALE, UNSURE, WORST } from "./measured.js";
import { shownNorm } from "./seen.js";

export const Outcome = () => (
  <div class="outcome">
    <NextLetter />
    <MadeUp />
    <HeldOut />
    <Finding />
  </div>
);

/** What there is to know about the norm that is looked at, as it is. */
function Finding() {
  const { norm } = figures.model.value;
  const shown = shownNorm.value;
  return (
    <div class="finding" data-awaited={shown.isAwaited ? "" : undefined}>
      <h3>
        norm {norm + 1}, {MODE_NAMES[shown.mode].phrase}
      </h3>
      <p>{findingOf(norm, shown)}</p>
    </div>
  );
}

/** So many letters are shown. */
const LIKELIEST = 6;

/** The likeliest by either model. @param {Float32Array} next @param {Float32Array} before */
function likeliest(next, before) {
  const most = (/** @type {number} */ token) => Math.max(next[token], before[token]);
  return [...next.keys()].sort((a, b) => most(b) - most(a)).slice(0, LIKELIEST);
}

/** As large as what will come, and unseen. */
const AWAITED = { next: new Float32Array(LIKELIEST), before: new Float32Array(LIKELIEST), modes: [], word: "" };

function NextLetter() {
  const read = reading.value;
  const { next, before, modes, word } = read ?? AWAITED;
  const isSame = isTrained(modes);
  const shown = likeliest(next, before);
  const most = Math.max(...shown.map((token) => Math.max(next[token], before[token])));
  return (
    <table class="next" data-awaited={read ? undefined : ""}>
      <caption>{word === "" ? "the first letter" : `what follows “${word}”`}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">letter</span>
          </th>
          <th scope="col">as trained</th>
          {!isSame && <th scope="col">now</th>}
        </tr>
      </thead>
      <tbody>
        {shown.map((token) => (
          <tr key={token}>
            <th scope="row">{nameOfNext(token)}</th>
            <Share of="trained" value={before[token]} most={most} />
            {!isSame && <Share of="now" value={next[token]} most={most} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param {{ of: "trained" | "now", value: number, most: number }} props */
const Share = ({ of, value, most }) => (
  <td data-of={of}>
    <span class="chance">
      <span class="chance-bar" style={{ "--share": value / most }} /> {inPercent(value)}
    </span>
  </td>
);

function MadeUp() {
  const { modes } = figures.model.value;
  const isSame = isTrained(modes);
  const locked = isFixed("model", "seed");
  return (
    <div class="made-up">
      <div class="outcome-head">
        <h3>words it makes up</h3>
        <button type="button" class="pill" aria-disabled={locked || undefined} onClick={drawOthers}>
          Others
        </button>
      </div>
      <div class="word-lists">
        <Words title="as trained" of="trained" words={asTrained.value.words} />
        {!isSame && <Words title="now" of="now" words={now.value.words} />}
      </div>
    </div>
  );
}

/** @param {{ title: string, of: "trained" | "now", words: readonly string[] }} props */
const Words = ({ title, of, words }) => (
  <div>
    <p>{title}</p>
    <ul data-of={of} aria-label={`words made up, ${title}`}>
      {words.map((word, i) => (
        <li key={i}>{word === "" ? <small>(ends at once)</small> : word}</li>
      ))}
    </ul>
  </div>
);

/** What a loss means; or how far it has come. @param {import("./live.js").Loss} loss */
function unsureness({ loss, words, of }) {
  if (words < of) return `after ${words} of ${of} words`;
  return loss < UNSURE.loss
    ? `as unsure as among ${Math.exp(loss).toFixed(1)} letters alike`
    : "worse than guessing blindly";
}

function HeldOut() {
  const { modes } = figures.model.value;
  const [was, is] = [asTrained.value.loss, now.value.loss];
  const isSame = isTrained(modes);
  return (
    <div class="held-out">
      <h3>
        <Term name="loss">Loss</Term> on {measured.words} words it never saw
      </h3>
      <p>
        as trained <strong data-of="trained">{was ? was.loss.toFixed(2) : "…"}</strong>
        {!isSame && (
          <>
            , now <strong data-of="now">{is ? is.loss.toFixed(2) : "…"}</strong>
          </>
        )}
      </p>
      <p class="unsure">{is && unsureness(is)}</p>
      <Scale was={was?.loss ?? null} is={isSame ? null : (is?.loss ?? null)} />
    </div>
  );
}

/**
 * Losses to compare with, and the model's own, on one line. The smaller a loss, the lower its name: no mark crosses
 * another one's name, and to the right of all names there is room.
 * @param {{ was: number | null, is: number | null }} props
 */
function Scale({ was, is }) {
  const losses = [measured.trained, was, is, WORST].filter((loss) => loss !== null);
  const [low, high] = [Math.floor(2 * Math.min(...losses)) / 2, Math.max(...losses)];
  const at = (/** @type {number} */ loss) => (loss - low) / (high - low);
  return (
    <div class="loss-scale">
      {was !== null && <span class="loss-mark" data-of="trained" style={{ "--at": at(was) }} />}
      {is !== null && <span class="loss-mark" data-of="now" style={{ "--at": at(is) }} />}
      <dl>
        {SCALE.map(({ name, loss }, i) => (
          <div key={name} style={{ "--at": at(loss), "--level": SCALE.length - 1 - i }}>
            <dt>{name}</dt> <dd>{loss.toFixed(2)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
