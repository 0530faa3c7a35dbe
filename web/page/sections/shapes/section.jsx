import { useMemo, useRef } from "preact/hooks";
import { dimsInWords, explainFit } from "../../figure/dims/broadcast.js";
import { derived } from "../../figure/state/derived.js";
import { setKeepdim } from "../../figure/state/settings.js";
import { formatNumbers } from "../../figure/words/format-tensor.js";
import { isFixed } from "../../store/lesson.js";
import { laterPresets } from "../../figure/values/later-presets.js";
import { checkBroadcast, predictSquare } from "./questions.js";
import { groupCalled } from "../../figure/words/group-nouns.js";
import { formatShape, reducedShape } from "../../kit/shapes.js";
import { figures } from "../../store/state.js";
import { Broadcast } from "./broadcast.jsx";
import { Figure } from "../../figure/figure.jsx";
import { subscript } from "../../figure/words/subscript.js";
import { QuestionView } from "../../question/question.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SectionView } from "../../parts/section.jsx";
import { ShapeChecker } from "./shape-checker.jsx";

const CONTROLS = /** @type {const} */ (["preset", "shape", "keepdim"]);
const [SQUARE] = laterPresets.square.shape;

/** A sentence has room for so many numbers. */
const PRINTED = 4;

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="Shapes line up from the right, whatever was meant" prose={<Prose />}>
    <Predict />
    <Figure
      id="shapes"
      controls={CONTROLS}
      naive
      head={
        <ResultStrip id="shapes">
          <Met />
        </ResultStrip>
      }
      below={
        <div class="beneath">
          <LinedUp />
          <Kept />
        </div>
      }
    />
    <Check />
    <ShapeChecker />
  </SectionView>
);

function Predict() {
  const seen = useRef(false);
  seen.current ||= derived.shapes.value.broadcast === "wrong";
  return (
    <QuestionView
      id="shapes.predict"
      kind="predict"
      make={(round) => predictSquare(SQUARE, round)}
      acted={seen.current}
      act="Now choose the square as the example, with keepdim False."
    />
  );
}

function LinedUp() {
  const { dims, keepdim } = figures.shapes.value;
  return <Broadcast shape={derived.shapes.value.shape} dims={dims} keepdim={keepdim} />;
}

const Check = () => (
  <QuestionView
    id="shapes.check"
    kind="check"
    make={(round) => checkBroadcast(figures.shapes.value, derived.shapes.value, round)}
  />
);

function Prose() {
  const { dims } = figures.shapes.value;
  const { shape, mean } = derived.shapes.value;
  const alone = reducedShape(shape, dims, false);
  return (
    <>
      Without <code>keepdim</code>, the mean of this tensor over {dimsInWords(dims)} is{" "}
      {alone.length === 1 && mean.length <= PRINTED && (
        <>
          <code>[{formatNumbers(mean).join(", ")}]</code>:{" "}
        </>
      )}
      {alone.length === 0 ? "a single number" : <span class="unbroken">a {alone.length}-D tensor</span>}, of shape{" "}
      <code>{formatShape(alone)}</code>. In <span class="unbroken">x − mean</span> the two shapes are lined up from the
      right, and a size of 1, or a dim that is missing on the left, is stretched.
    </>
  );
}

/** What keepdim keeps; and the press that mends what the mean has met. */
function Kept() {
  const { dims, keepdim } = figures.shapes.value;
  const { shape, rank } = derived.shapes.value;
  return (
    <p class="step-line kept">
      Stretching a smaller tensor like this is broadcasting. <code>keepdim=True</code> keeps the number of dims, {rank},
      not the shape, so that <code>{formatShape(reducedShape(shape, dims, true))}</code> stands where it belongs.{" "}
      <button
        type="button"
        class="pill"
        aria-disabled={isFixed("shapes", "keepdim") || undefined}
        onClick={() => setKeepdim("shapes", !keepdim)}
      >
        Set keepdim={keepdim ? "False" : "True"}
      </button>
    </p>
  );
}

/** The mean that the selected value meets, and how many meet the wrong one. */
function Met() {
  const { at, dims, keepdim } = figures.shapes.value;
  const view = derived.shapes.value;
  const { naive, shape, groupOf } = view;
  const wrong = useMemo(
    () => ("error" in naive ? 0 : view.x.reduce((count, _, index) => count + Number(naive.isWrong(index)), 0)),
    [naive],
  );
  const x = `x${subscript(view, at.index)}`;
  const own = groupCalled(view, groupOf[at.index]);
  return (
    <p class="step-line met" aria-live="off">
      {"error" in naive ? (
        explainFit(shape, dims, keepdim)
      ) : naive.isWrong(at.index) ? (
        <>
          {x} is in {own}, but the mean of {groupCalled(view, naive.takenFrom[at.index])} is subtracted from it.{" "}
          <strong>
            {wrong} of {view.x.length} values
          </strong>{" "}
          meet the wrong mean, and no error was raised.
        </>
      ) : (
        <>
          {x} is in {own}, and the mean of {own} is subtracted from it
          {wrong === 0 ? ": every value meets its own mean." : ", by luck: "}
          {wrong > 0 && (
            <strong>
              {wrong} of {view.x.length} values meet the wrong one.
            </strong>
          )}
        </>
      )}
    </p>
  );
}
