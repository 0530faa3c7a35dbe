/** Where a letter's two numbers stand, for each letter that may come next, and how many bits that tells. */
import { formatTick, percent } from "../../kit/format.js";
import { endStep, figures } from "../../store/state.js";
import { isFixed } from "../../store/lesson.js";
import { Segmented } from "../../parts/controls.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { set } from "./actions.js";
import { leakAtHand } from "./derived.js";
import { COUNTED_WORDS, NEXT } from "./leak.js";
import { NOISES, OVERS, READ, WORD } from "./limits.js";
import { leakSentence, MOST_BITS, OVER_NAMES, shareText } from "./sentences.js";
import { windowOf } from "./window.js";

const LENGTHS = Array.from({ length: READ[1] - READ[0] + 1 }, (_, i) => READ[0] + i);

export function Leak() {
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
