/** Where a letter's two numbers stand, for each letter that may come next, and how many bits that tells. */
import { useSignal } from "@preact/signals";
import { sections } from "../../course/sections.js";
import { formatTick, percent } from "../../kit/format.js";
import { endStep, figures } from "../../store/state.js";
import { isFixed } from "../../store/lesson.js";
import { Segmented } from "../../parts/controls.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { Term } from "../../parts/term.jsx";
import { set } from "./actions.js";
import { leakAtHand } from "./derived.js";
import { COUNTED_WORDS, NEXT } from "./leak.js";
import { NOISES, OVERS, READ, WORD } from "./limits.js";
import { leakSentence, MOST_BITS, OVER_NAMES, shareText } from "./sentences.js";
import { spec } from "./spec.js";
import { windowOf } from "./window.js";

const LENGTHS = Array.from({ length: READ[1] - READ[0] + 1 }, (_, i) => READ[0] + i);

const TITLE = "How much of the next letter is revealed?";
const MODEL = sections.find(({ id }) => id === "model");

/** Whether a link, or the reader, has set something in the figure. */
const isChanged = () =>
  /** @type {const} */ (["over", "read", "noise"]).some((name) => figures.batch.value[name] !== spec.initial[name]);

/** Whether it is shown. The figure is drawn, and what it shows computed, once it has been opened. */
export const useLeak = () => useSignal(isChanged());

/** @param {{ isOpen: import("@preact/signals").Signal<boolean> }} props */
export const LeakButton = ({ isOpen }) => (
  <button
    type="button"
    class="explain-button batch-more-button"
    aria-expanded={isOpen.value}
    aria-controls="batch-more"
    onClick={() => (isOpen.value = !isOpen.value)}
  >
    {TITLE}
  </button>
);

/** @param {{ isOpen: import("@preact/signals").Signal<boolean> }} props */
export const Leak = ({ isOpen }) => (
  <div id="batch-more" hidden={!isOpen.value}>
    <div class="below">
      <h3>{TITLE}</h3>
      <Measured />
    </div>
    {isOpen.value && <LeakFigure />}
  </div>
);

/** What the number means, and what it does not. */
const Measured = () => (
  <p>
    A word is being read; as in training, its next letter is there already, and all are normalized together. Everything
    but that letter is held fixed, and two numbers of the last letter read are looked at. What they tell of which of{" "}
    {NEXT.length} comes next is counted in <Term name="bits" then="," /> and is all there is where the computed places
    are {NEXT.length} different ones. So much could be read in them by one who knows the rest and how it is computed;
    what a network makes of it is another matter. The transformer of <a href="#model">{MODEL?.called}</a> peeks where it
    is trained over tokens.
  </p>
);

function LeakFigure() {
  const { over, read, noise } = figures.batch.value;
  return (
    <figure class="figure card batch-lab" id="batch-leak" aria-label="What a letter’s numbers tell of the next letter">
      <div class="toolbar">
        <Segmented
          name="batch-over"
          legend="over"
          value={over}
          onChange={(value) => {
            set({ over: value });
            endStep();
          }}
          options={OVERS.map((value) => ({ value, label: OVER_NAMES[value] }))}
        />
        <StepSlider
          id="batch-read"
          label="letters read"
          steps={LENGTHS}
          value={read}
          format={String}
          locked={isFixed("batch", "read")}
          onChange={(value) => set({ read: value }, "batch.read")}
        />
        <StepSlider
          id="batch-noise"
          label="noise"
          steps={NOISES}
          value={noise}
          format={formatTick}
          onChange={(value) => set({ noise: value }, "batch.noise")}
        />
      </div>
      <ResultStrip id="batch-leak">
        <span class="batch-word">
          “{WORD.slice(0, read)}” <i>?</i>
        </span>
        <span class="batch-told">{leakSentence(leakAtHand.value)}</span>
      </ResultStrip>
      <div class="batch-leak-body" data-changes>
        <Plot />
        <Bars />
      </div>
      <div class="noted-foot">
        <p>A letter stands where the last one read is put if it comes next; · ends the word.</p>
        <History section="batch" />
      </div>
    </figure>
  );
}

function Plot() {
  const leak = leakAtHand.value;
  const { span, at, ends } = windowOf(leak.places);
  const one = leak.distinct === 1;
  const blur = { width: percent((200 * leak.noise) / span), height: percent((200 * leak.noise) / span) };
  return (
    <div class="batch-plot" role="img" aria-label={leakSentence(leak)}>
      <div class="batch-plot-area">
        {leak.places.map((place, i) => {
          const [left, top] = at(place).map(percent);
          const isNext = NEXT[i] === leak.next;
          return (
            <span key={NEXT[i]}>
              {leak.noise > 0 && (!one || isNext) && <i class="batch-blur" style={{ left, top, ...blur }} />}
              {(!one || isNext) && (
                <b style={{ left, top }} data-next={isNext && !one ? "" : undefined}>
                  {one ? `all ${NEXT.length}` : NEXT[i]}
                </b>
              )}
            </span>
          );
        })}
      </div>
      <p class="batch-plot-ends">
        <span>{formatTick(ends[0][0], 3)}</span>
        <em>its first number</em>
        <span>{formatTick(ends[0][1], 3)}</span>
      </p>
      <p class="batch-plot-ends" data-up="">
        <span>{formatTick(ends[1][0], 3)}</span>
        <em>its second</em>
        <span>{formatTick(ends[1][1], 3)}</span>
      </p>
    </div>
  );
}

/** All three side by side, at the noise at hand. */
const Bars = () => (
  <table class="batch-bits">
    <caption>What its two numbers tell of the next letter</caption>
    <thead>
      <tr>
        <td />
        <th scope="col">bits, if all {NEXT.length} are as likely</th>
        <th scope="col">as often as in {COUNTED_WORDS} words</th>
      </tr>
    </thead>
    <tbody>
      {leakAtHand.value.ways.map(({ way, bits }) => (
        <tr key={way} data-at-hand={way === leakAtHand.value.way ? "" : undefined}>
          <th scope="row">over {OVER_NAMES[way]}</th>
          {
            /** @type {const} */ (["equal", "counted"]).map((chances) => (
              <td key={chances}>
                <span class="batch-bar" aria-hidden="true">
                  <i style={{ width: percent((100 * bits[chances]) / MOST_BITS[chances]) }} />
                </span>
                {shareText(bits, chances)}
              </td>
            ))
          }
        </tr>
      ))}
    </tbody>
  </table>
);
