/** A small GPT is trained, again and again: its settings, the curves of up to four runs, their words. */
import { Caption } from "../../parts/caption.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { Covered } from "../../question/covered.jsx";
import { FEATURES } from "./architecture.js";
import { Chart } from "./chart.jsx";
import { Key, Legend, letterOf } from "./legend.jsx";
import { MOST_RUNS } from "./limits.js";
import { isLeakSeen } from "./questions.js";
import { Reason } from "./reason.jsx";
import { failure, lookedAt, running, runs } from "./runs.js";
import { lastOf, lossText, runText } from "./sentences.js";
import { Toolbar } from "./toolbar.jsx";
import { Words } from "./words.jsx";

export const Training = () => (
  <figure class="figure card train" id="train-figure" aria-labelledby="train-title">
    <Caption id="train-title" title="A small GPT learns to make up words">
      It has {FEATURES} features a token and reads letters. Every step shows it 64 English words of one length, and Adam
      moves each weight against the gradient of the loss. Each run adds a curve, up to {MOST_RUNS}.
    </Caption>
    <Toolbar />
    <Result />
    <div class="train-body lab" data-changes aria-busy={running.value !== null}>
      <div>
        <Chart />
        <Legend />
      </div>
      <Words />
    </div>
    {failure.value !== "" && <Refusal id="train-failure" why={`The network does not answer: ${failure.value}`} />}
    <Covered
      section="train"
      name="train-why"
      what="What came of many seeds, and why: predict first, above."
      isSeen={() => isLeakSeen(runs.value)}
    >
      <Reason />
    </Covered>
    <div class="train-foot">
      <History section="train" />
    </div>
  </figure>
);

/** The run that was begun last, or is looked at. */
function Result() {
  const shown = lookedAt.value;
  return (
    <ResultStrip id="train">
      <p class="train-score">
        {shown && (
          <>
            <Key place={shown.place} /> {letterOf(shown.place)}: loss{" "}
            <strong>{shown.run.losses.length > 0 ? lossText(lastOf(shown.run.losses)) : "…"}</strong>
          </>
        )}
      </p>
      <p class="train-found">{shown ? runText(shown) : "There is no run: press Run."}</p>
    </ResultStrip>
  );
}
