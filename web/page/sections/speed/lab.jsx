import { useSignal } from "@preact/signals";
import loop from "./plain-loop.js?raw";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Segmented } from "../../parts/controls.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { Refusal } from "../../parts/refusal.jsx";
import { SectionView } from "../../parts/section.jsx";
import { Term } from "../../parts/term.jsx";
import { Covered } from "../../question/covered.jsx";
import { useNewPrompt } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { Bars } from "./bars.jsx";
import { Lanes } from "./lanes.jsx";
import { setShape } from "./actions.js";
import { answer, isNear, isPaused, keepWatch, measured, measureNow, running, stopMeasuring } from "./answer.js";
import { Memory } from "./memory.jsx";
import { checkSpeed, predictions, predictSpeed } from "./questions.js";
import { elsewhereText, finding, method, shapeText } from "./sentences.js";
import { SHAPES } from "./limits.js";

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  return (
    <SectionView {...props} lesson="Four numbers at a time" prose={<Prose />}>
      <Predictions />
      <SpeedFigure />
      <figure class="figure card speed-why" aria-label="Lanes and cache lines">
        <Lanes />
        <Memory />
      </figure>
      <QuestionView id="speed.check" kind="check" make={checkSpeed} />
    </SectionView>
  );
}

const Prose = () => (
  <>
    This package’s kernels are written in C, and run here as <Term name="wasm" then=":" /> with{" "}
    <Term name="simd" then="," /> one instruction loads four numbers that lie side by side in memory, and one adds them
    to four others. What that is worth depends on your processor, on your browser, and on what else they do, so it is
    measured here, on your machine.
  </>
);

/** One prediction after the other: the next is asked when the last has been measured. */
function Predictions() {
  const at = useSignal(0);
  const { shape } = figures.speed.value;
  const prediction = predictions[at.value];
  useNewPrompt("speed", at.value);
  return (
    <QuestionView
      key={prediction.id}
      id={`speed.${prediction.id}`}
      kind="predict"
      make={() => predictSpeed(prediction, shape, () => measured.value)}
      acted={measured.value !== null}
      act="Now measure it."
    >
      {at.value < predictions.length - 1 && (
        <button type="button" class="text-button another" onClick={() => at.value++}>
          Predict another
        </button>
      )}
    </QuestionView>
  );
}

function SpeedFigure() {
  return (
    <figure class="figure card speed-lab" id="speed-figure" aria-labelledby="speed-lesson" ref={useWhenNear(keepWatch)}>
      <Toolbar />
      <div class="speed-body lab" aria-busy={isNear.value ? running.value !== null : undefined}>
        <Covered
          section="speed"
          name="speed-shown"
          what="What another machine measured: predict first, above, or measure."
          isSeen={() => running.value !== null || measured.value !== null || isPaused.value}
        >
          <Bars />
          <Results />
        </Covered>
        <Loop />
      </div>
      <div class="noted-foot">
        <p>The result stays here: the link has the shape alone.</p>
        <History section="speed" />
      </div>
      {answer.failure.value !== "" && (
        <Refusal id="speed-failure" why={`Nothing could be measured: ${answer.failure.value}`} />
      )}
    </figure>
  );
}

function Toolbar() {
  const name = running.value ? "Stop" : measured.value ? "Measure again" : "Measure";
  return (
    <div class="toolbar">
      <Segmented
        name="speed-shape"
        legend="shape"
        value={figures.speed.value.shape}
        locked={isFixed("speed", "shape")}
        onChange={setShape}
        options={SHAPES.map((value) => ({ value, label: shapeText(value) }))}
      />
      <button type="button" class="pill primary speed-button" onClick={running.value ? stopMeasuring : measureNow}>
        <span key={name}>{name}</span>
      </button>
      <Progress />
    </div>
  );
}

/** How many batches are measured. It keeps its place while nothing is. */
function Progress() {
  const now = running.value;
  const { done, of } = now?.soFar ?? { done: 0, of: 1 };
  return (
    <span class="speed-progress" data-unused={now ? undefined : ""}>
      <progress aria-label="Batches measured" max={of} value={done} aria-hidden={now ? undefined : true} />
      <span>{now && (done === 0 ? "warming up" : `${done} of ${of}`)}</span>
    </span>
  );
}

const PAUSED =
  "Paused: this tab was in the background, where browsers slow it down. What was measured is left out, and measuring begins " +
  "again when you come back.";

/** The finding and how sure it is; before a measurement, whose the bars are. */
function Results() {
  const result = running.value ? null : measured.value;
  return (
    <div class="speed-results">
      {result ? (
        <>
          <p class="speed-finding">{finding(result)}</p>
          <p>{method(result)}</p>
        </>
      ) : (
        <p role="status">{isPaused.value ? PAUSED : running.value ? "" : elsewhereText}</p>
      )}
    </div>
  );
}

/** The JavaScript that is measured, as text from its file. */
const Loop = () => (
  <details class="speed-loop">
    <summary>The JavaScript that is measured</summary>
    <pre tabIndex={0}>
      <code>{loop.slice(loop.indexOf("export")).replace("export ", "")}</code>
    </pre>
  </details>
);
