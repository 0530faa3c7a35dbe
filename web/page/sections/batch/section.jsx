import { useRef } from "preact/hooks";
import { sayWhenStill } from "../../kit/say-when-still.js";
import { formatBrief } from "../../kit/format.js";
import { endStep, figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { Paper } from "../../parts/paper.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SectionView } from "../../parts/section.jsx";
import { Term } from "../../parts/term.jsx";
import { QuestionView } from "../../question/question.jsx";
import { set } from "./actions.js";
import { AtHand } from "./at-hand.jsx";
import { Chart } from "./chart.jsx";
import { batchAtHand, leakAtHand, tokensAtHand } from "./derived.js";
import { Leak, LeakButton, useLeak } from "./leak-view.jsx";
import { MOST_EVALUATED, MOST_TRAINED } from "./limits.js";
import { checkBatch, predictEval } from "./questions.js";
import { isAtEnd, isRunning, startAgain, step, stop, toggle } from "./run.js";
import { batchSentence, leakSentence, tokensNarration } from "./sentences.js";
import { MOMENTUM, START, training } from "./stream.js";
import { Tokens } from "./tokens-view.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView
    {...props}
    lesson="BatchNorm computes in two ways, and must be told which"
    prose={<Prose />}
    more={<Masked />}
  >
    <Predict />
    <BatchFigure />
    <div class="below">
      <h3>Why not over the batch, in a language model?</h3>
      <p>
        Two sentences stand in one batch, filled up with zeros to one length, which is <Term name="padding" then="." />{" "}
        Over batch and tokens, as BatchNorm trains, a word’s numbers depend on the words after it, which a{" "}
        <Term name="causal" /> model is asked to predict; on the other sentence; and on the padding. Over its features
        they depend on this word alone. The numbers here are random.
      </p>
    </div>
    <TokensAndLeak />
    <QuestionView id="batch.check" kind="check" make={checkBatch} />
  </SectionView>
);

function TokensAndLeak() {
  const isOpen = useLeak();
  return (
    <>
      <Tokens more={<LeakButton isOpen={isOpen} />} />
      <Leak isOpen={isOpen} />
    </>
  );
}

const Masked = () => (
  <p>
    A <Term name="mask" /> can leave the padding out of the mean; later words and other sentences stay in it. In eval
    mode BatchNorm mixes no tokens, but normalizes by what it kept from such training.{" "}
    <Paper name="Shen and others" year={2020} arxiv="2003.07845" /> give a further reason why it does worse on text:
    there its statistics fluctuate widely from batch to batch.
  </p>
);

const Prose = () => (
  <>
    In training BatchNorm uses mean and variance of the batch at hand, and keeps a running mean and variance, of which
    each batch replaces a tenth, the <Term name="momentum" then="." /> After <code>model.eval()</code> it uses what it
    kept, and the other examples no longer matter.
  </>
);

function Predict() {
  const seen = useRef(false);
  seen.current ||= figures.batch.value.mode === "eval";
  return (
    <QuestionView
      id="batch.predict"
      kind="predict"
      make={() => predictEval()}
      acted={seen.current}
      act="Now switch to eval, then let it train on more batches."
    />
  );
}

/** One figure's change is not said of the others. @param {string} now @param {string} before */
const changed = (now, before) => (now === before ? "" : now);

/** Says what has happened, once nothing has changed for a while. */
function keepSaying() {
  const ends = [
    sayWhenStill(() => batchSentence(figures.batch.value, batchAtHand.value), changed),
    sayWhenStill(() => tokensNarration(tokensAtHand.value), changed),
    sayWhenStill(() => leakSentence(leakAtHand.value), changed),
  ];
  return () => {
    stop();
    for (const end of ends) end();
  };
}

const BatchFigure = () => (
  <figure class="figure card batch-lab" id="batch-figure" aria-labelledby="batch-lesson" ref={useWhenNear(keepSaying)}>
    <Toolbar />
    <Strip />
    <div class="batch-body">
      <Charts />
      <AtHand />
    </div>
    <div class="noted-foot">
      <p>Dashed: of all {MOST_TRAINED} batches together. Faint: still to come.</p>
      <History section="batch" />
    </div>
  </figure>
);

function Toolbar() {
  const { mode, trained, evaluated } = figures.batch.value;
  return (
    <div class="toolbar">
      <Segmented
        name="batch-mode"
        legend="mode"
        value={mode}
        onChange={(value) => {
          stop();
          set({ mode: value });
          endStep();
        }}
        options={[
          { value: "train", label: "train" },
          { value: "eval", label: "eval" },
        ]}
      />
      <button type="button" class="pill primary" onClick={toggle}>
        {isRunning() ? "Pause" : "Run"}
      </button>
      <button type="button" class="pill" aria-disabled={isAtEnd() || undefined} onClick={step}>
        Next batch
      </button>
      <button
        type="button"
        class="text-button"
        aria-disabled={(trained === 1 && evaluated === 0) || undefined}
        onClick={startAgain}
      >
        Start again
      </button>
      <output class="batch-count">
        {mode === "train" || evaluated === 0
          ? `batch ${trained} of ${MOST_TRAINED}`
          : `new batch ${evaluated} of ${MOST_EVALUATED}`}
      </output>
    </div>
  );
}

function Strip() {
  const at = batchAtHand.value;
  return (
    <ResultStrip id="batch">
      <span class="batch-readout">
        out: mean <strong>{formatBrief(at.mean)}</strong> spread <strong>{formatBrief(at.spread)}</strong>
      </span>
      <span class="batch-told">{batchSentence(figures.batch.value, at)}</span>
    </ResultStrip>
  );
}

function Charts() {
  const { trained: at } = figures.batch.value;
  const { trained, all } = training();
  return (
    <div class="batch-charts" data-changes>
      <Chart
        name="mean"
        of={`dots: each batch’s; momentum ${MOMENTUM}`}
        values={trained.map(({ mean }) => mean)}
        running={[START.runningMean, ...trained.map(({ runningMean }) => runningMean)]}
        at={at}
        most={8}
        ticks={[0, 4, 8]}
        all={all.mean}
      />
      <Chart
        name="variance"
        of="dots: each batch’s, over n − 1"
        values={trained.map(({ unbiased }) => unbiased)}
        running={[START.runningVariance, ...trained.map(({ runningVariance }) => runningVariance)]}
        at={at}
        most={16}
        ticks={[0, 8, 16]}
        all={all.unbiased}
      />
    </div>
  );
}
