/** The tokens of both sentences, before and after each of the two ways to normalize them. */
import { isFixed } from "../../store/lesson.js";
import { endStep, figures } from "../../store/state.js";
import { cellStyle } from "../../kit/styles/cell-style.js";
import { reachOf } from "../../kit/styles/ramp.js";
import { Segmented } from "../../parts/controls.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { set } from "./actions.js";
import { tokensAtHand } from "./derived.js";
import { ENDINGS, MOST_PADDED, OTHERS, TOKENS } from "./limits.js";
import { hundredths, wordSentences } from "./sentences.js";

const LENGTHS = Array.from({ length: MOST_PADDED - TOKENS + 1 }, (_, i) => TOKENS + i);

/** @param {{ more: import("preact").ComponentChildren }} props  what opens more, at the foot */
export function Tokens({ more }) {
  const { padded, ending, other } = figures.batch.value;
  const { words, x, features, batch, moved } = tokensAtHand.value;
  const shared = { words, reach: reachOf(x.flat(2), features.flat(2), batch.flat(2)) };
  return (
    <figure class="figure card batch-lab" id="batch-tokens" aria-label="Tokens over their features, and over the batch">
      <div class="toolbar">
        <StepSlider
          id="batch-padded"
          label="tokens, with padding"
          steps={LENGTHS}
          value={padded}
          format={String}
          onChange={(value) => set({ padded: value }, "batch.padded")}
        />
        <Segmented
          name="batch-ending"
          legend="the cat …"
          value={ending}
          locked={isFixed("batch", "ending")}
          onChange={(value) => change({ ending: value })}
          options={ENDINGS.map((value) => ({ value, label: value }))}
        />
        <Segmented
          name="batch-other"
          legend="we …"
          value={other}
          locked={isFixed("batch", "other")}
          onChange={(value) => change({ other: value })}
          options={OTHERS.map((value) => ({ value, label: value }))}
        />
      </div>
      <Strip />
      <div class="batch-panels" data-changes>
        <Panel name="x" of="each word’s numbers" {...shared} values={x} />
        <Panel
          name="over features"
          of="LayerNorm: a mean for each token"
          {...shared}
          values={features}
          moved={moved.features}
        />
        <Panel
          name="over batch and tokens"
          of="BatchNorm in training: a mean for each feature"
          {...shared}
          values={batch}
          moved={moved.batch}
        />
      </div>
      <div class="noted-foot">
        <p>Dashed: a word that stood here at first and has other numbers now.</p>
        {more}
        <History section="batch" />
      </div>
    </figure>
  );
}

/** @param {Parameters<typeof set>[0]} to */
function change(to) {
  set(to);
  endStep();
}

function Strip() {
  const { word, features, batch } = wordSentences(tokensAtHand.value);
  return (
    <ResultStrip id="batch-tokens">
      <span class="batch-word">“{word}”, the first word</span>
      <span>
        over features <b>{features.values}</b> {features.moved}
      </span>
      <span>
        over batch and tokens <b>{batch.values}</b> {batch.moved}
      </span>
    </ResultStrip>
  );
}

/**
 * @param {{ name: string, of: string, words: (string | null)[][], reach: number, values: number[][][],
 *   moved?: number[][] }} props
 */
function Panel({ name, of, words, reach, values, moved }) {
  return (
    <div class="batch-panel" data-panel={name}>
      <h3>
        {name} <span>{of}</span>
      </h3>
      <div class="batch-sentences">
        {words.map((sentence, row) => (
          <table key={row} aria-label={`${name}: sentence ${row + 1}`}>
            <tbody>
              {sentence.map((word, token) => (
                <tr
                  key={token}
                  data-padding={word === null ? "" : undefined}
                  data-moved={moved?.[row][token] ? "" : undefined}
                >
                  <th scope="row">{word ?? "0"}</th>
                  {values[row][token].map((value, i) => (
                    <td key={i} class="batch-cell" style={cellStyle(value, reach)}>
                      {hundredths(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </div>
  );
}
