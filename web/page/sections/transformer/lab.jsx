import { capitalised } from "../../kit/words.js";
import { figures } from "../../store/state.js";
import { useWhenNear } from "../../parts/when-near.js";
import { Refusal } from "../../parts/refusal.jsx";
import { SectionView } from "../../parts/section.jsx";
import { Predictions } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Blocks } from "./blocks.jsx";
import { failure, isBusy, isWhole, now, reading, runModel } from "./answer.js";
import { spreads } from "./derived.js";
import { measured } from "./losses.js";
import { NormView } from "./norm-view.jsx";
import { Outcome } from "./outcome.jsx";
import { checkModel, predictions } from "./questions.js";
import { COUNT_IN_WORDS } from "./sentences.js";
import { ModelToolbar } from "./toolbar.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  const { word, norm } = figures.model.value;
  return (
    <SectionView {...props} lesson="Turn its norms off, and the words fall apart" prose={<Prose />}>
      <ModelPredictions />
      <ModelFigure />
      <QuestionView id="model.check" kind="check" make={checkModel({ word, norm })} />
    </SectionView>
  );
}

const Prose = () => (
  <>
    A small language model, built like <span class="unbroken">GPT-2</span>, has read{" "}
    {measured.trainedOn.toLocaleString("en")}
    {" English words, from the list that Debian’s package wamerican has. Letter by letter it guesses what follows, and so " +
      `makes up words of its own, here on this page. ${capitalised(COUNT_IN_WORDS)} norms keep its numbers on one scale: ` +
      "press one to see what goes in and what comes out, then change it."}
  </>
);

const ModelPredictions = () => (
  <Predictions
    section="model"
    predictions={predictions}
    isSeen={({ isSeen }) => isSeen(figures.model.value.modes) && isWhole(now.value.loss)}
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

const Body = () => (
  <div class="model-body lab" aria-busy={isBusy.value}>
    <Waiting />
    <Blocks spreads={spreads.value} />
    <NormView />
    <Outcome />
  </div>
);

function ModelFigure() {
  return (
    <figure class="figure card model-lab" id="model-figure" aria-labelledby="model-lesson" ref={useWhenNear(runModel)}>
      <ModelToolbar />
      <Body />
      {failure.value !== "" && <Refusal id="model-failure" why={`The model does not answer: ${failure.value}`} />}
    </figure>
  );
}
