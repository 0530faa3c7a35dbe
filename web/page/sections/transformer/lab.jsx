import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { GPT2_BLOCKS, normsOf } from "../../course/gpt2.js";
import { isNarrow } from "../../kit/screen.js";
import { figures } from "../../store/state.js";
import { History } from "../../parts/history-buttons.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SectionView } from "../../parts/section.jsx";
import { Term } from "../../parts/term.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { Predictions } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { failure, isBusy, isWhole, now, reading, runModel } from "./answer.js";
import { spreads } from "./derived.js";
import { BLOCKS, FEATURES } from "./architecture.js";
import { Fold } from "../../figure/fold.jsx";
import { Follows } from "./follows.jsx";
import { Lessons } from "./lessons.jsx";
import { Machine } from "./machine.jsx";
import { Details, NormView } from "./norm-view.jsx";
import { OneNorm } from "./one-norm.jsx";
import { checkModel, predictions } from "./questions.js";
import { Brief, HeldOut, MadeUp } from "./results.jsx";
import { ModelToolbar } from "./toolbar.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  const { word, norm } = figures.model.value;
  return (
    <SectionView {...props} lesson="Turn its norms off, and the words fall apart" prose={<Prose />}>
      <ModelPredictions />
      <ModelFigure />
      <Lessons />
      <QuestionView id="model.check" kind="check" make={checkModel({ word, norm })} />
    </SectionView>
  );
}

/** @param {{ blocks: number }} props */
const Norms = ({ blocks }) => (
  <span class="unbroken">
    2 × {blocks} + 1 = {normsOf(blocks)}
  </span>
);

const Prose = () => (
  <>
    A small <Term name="transformer" then="," /> built like <span class="unbroken">GPT-2</span>, makes up words letter
    by letter: each is a <Term name="token" then="," /> and becomes {FEATURES} numbers, its{" "}
    <Term name="embedding" then="." /> A norm stands before each <Term name="attention" /> and{" "}
    <Term name="mlp" then="," /> and at the end: <Norms blocks={BLOCKS} /> here, <Norms blocks={GPT2_BLOCKS.smallest} />{" "}
    in the smallest <span class="unbroken">GPT-2</span>. Each part reads numbers on the scale its norm has learned.
  </>
);

const ModelPredictions = () => (
  <Predictions
    section="model"
    predictions={predictions}
    isSeen={({ isSeen }) => isSeen(figures.model.value) && isWhole(now.value.loss)}
  />
);

/** Stands over the stand-ins until the first reading comes. */
const Waiting = () =>
  reading.value === null &&
  failure.value === "" && (
    <p class="model-waiting" role="status">
      The model’s weights are being fetched.
    </p>
  );

/** The machine, and the norm that is looked at. On phones what follows the word comes first, and they are folded. */
function Body() {
  if (!isNarrow.value) {
    return (
      <div class="model-body">
        <Waiting />
        <Machine spreads={spreads.value} />
        <NormView />
        <Follows />
      </div>
    );
  }
  return (
    <div class="model-body">
      <Waiting />
      <Follows />
      <Fold title="The whole machine, norm by norm">
        {() => (
          <>
            <Machine spreads={spreads.value} />
            <NormView />
          </>
        )}
      </Fold>
    </div>
  );
}

/** Whether some norms are neither as trained nor off: the switch at the head does not show that. */
function isMixed() {
  const { modes, shift } = figures.model.peek();
  return shift > 0 || modes.some((mode) => mode !== modes[0] || (mode !== "trained" && mode !== "off"));
}

function ModelFigure() {
  const { modes, shift } = figures.model.value;
  const isOpen = useSignal(false);
  useEffect(() => {
    if (isMixed()) isOpen.value = true;
  }, [modes, shift]);
  const results = (
    <>
      <MadeUp />
      <HeldOut />
    </>
  );
  return (
    <figure
      class="figure card model-lab lab"
      id="model-figure"
      aria-labelledby="model-lesson"
      aria-busy={isBusy.value}
      ref={useWhenNear(runModel)}
    >
      <ModelToolbar isOpen={isOpen.value} toggle={() => (isOpen.value = !isOpen.value)} />
      {isOpen.value && <OneNorm />}
      {isNarrow.value ? results : <ResultStrip id="model">{results}</ResultStrip>}
      <Body />
      {failure.value !== "" && <Refusal id="model-failure" why={`The model does not answer: ${failure.value}`} />}
      <Fold title="Arithmetic, weight and bias">{() => <Details />}</Fold>
      <div class="model-foot">
        <History section="model" />
      </div>
      {isNarrow.value && (
        <ResultStrip id="model">
          <Brief />
        </ResultStrip>
      )}
    </figure>
  );
}
