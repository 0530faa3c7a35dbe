import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { unbroken } from "../kit/unbroken.js";
import { askedCount, noteAnswer, noteTried, wasAsked } from "./answered.js";
import { offerCheck } from "./checks.js";

/** @typedef {import("./answers.js").Question} Question */
/** @typedef {import("./answers.js").Answer} Answer */
/** @typedef {{ question: Question, chosen: string }} Given a question as it was asked, and its answer */

/** How many rounds are tried for a prompt that was not asked before. */
const ROUNDS = 24;

/**
 * A question with its answers as buttons. A prediction keeps its explanation until the learner has acted; a
 * check gives it at once, and then there is another. Until it is answered it follows the state; from then on
 * it stays as it was asked, so that its explanation can be tried in the figure.
 * @param {{ id: string, kind: "predict" | "check", make: (round: number) => Question | null, acted?: boolean,
 *   act?: string, children?: import("preact").ComponentChildren }} props  make(0) is about the state at hand, and
 *   further rounds are about others
 */
export function QuestionView({ id, kind, make, acted = true, act, children }) {
  const given = useSignal(/** @type {Given | null} */ (null));
  const prompt = useRef(/** @type {HTMLParagraphElement | null} */ (null));
  useOffer(id, kind, make);
  const question = given.value?.question ?? nextQuestion(id, make) ?? (kind === "predict" ? make(0) : null);
  const isRevealed = kind === "check" || acted;
  const answer = question?.answers.find(({ label }) => label === given.value?.chosen);
  const isTried = kind === "predict" && isRevealed && answer !== undefined;
  useEffect(() => {
    if (isTried) noteTried(id);
  }, [isTried, id]);
  if (question === null) return null;
  return (
    <div class="question" data-kind={kind} role="group" aria-label={kind === "predict" ? "Predict" : "Check yourself"}>
      <p class="question-kind" aria-hidden="true">
        {kind === "predict" ? "Predict" : "Check"}
      </p>
      <p class="prompt" tabIndex={-1} ref={prompt}>
        {unbroken(question.prompt)}
      </p>
      <Answers
        answers={question.answers}
        chosen={answer}
        isRevealed={isRevealed}
        onChoose={({ label, right }) => {
          given.value = { question, chosen: label };
          noteAnswer(id, question.prompt, { right, kind });
        }}
      />
      <p class="why" role="status">
        {answer && (isRevealed ? <Verdict {...answer} /> : `Noted: ${answer.label}. ${act}`)}
      </p>
      {answer && isRevealed && children}
      {answer && kind === "check" && (
        <Another
          isThere={nextQuestion(id, make) !== null}
          onClick={() => {
            given.value = null;
            // The button goes with the answer: the reader goes on at the new prompt.
            prompt.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/**
 * A check can be asked elsewhere too, as it is made at that time.
 * @param {string} id
 * @param {"predict" | "check"} kind
 * @param {(round: number) => Question | null} make
 */
function useOffer(id, kind, make) {
  const latest = useRef(make);
  latest.current = make;
  useEffect(() => {
    if (kind === "check") offerCheck({ id, make: (round) => latest.current(round) });
  }, [id, kind]);
}

/**
 * @param {{ answers: readonly Answer[], chosen: Answer | undefined, isRevealed: boolean,
 *   onChoose: (answer: Answer) => void }} props
 */
const Answers = ({ answers, chosen, isRevealed, onChoose }) => (
  <div class="answers" role="group" aria-label="Answers">
    {answers.map((answer) => (
      <button
        type="button"
        key={answer.label}
        class="answer"
        aria-pressed={answer === chosen}
        data-verdict={answer === chosen && isRevealed ? (answer.right ? "right" : "wrong") : undefined}
        onClick={() => onChoose(answer)}
      >
        {unbroken(answer.label)}
      </button>
    ))}
  </div>
);

/** @param {Answer} answer */
const Verdict = ({ right, why }) => (
  <>
    <strong>{right ? "Yes." : "Not quite."}</strong> {unbroken(why)}
  </>
);

/** @param {{ isThere: boolean, onClick: () => void }} props */
const Another = ({ isThere, onClick }) =>
  isThere ? (
    <button type="button" class="text-button another" onClick={onClick}>
      Another question
    </button>
  ) : (
    <p class="another">That was the last question here. Change the figure, and there is another.</p>
  );

/**
 * The question about the state at hand or, where that was asked before, one about other numbers.
 * @param {string} id
 * @param {(round: number) => Question | null} make
 */
function nextQuestion(id, make) {
  const count = askedCount(id);
  const first = make(0);
  for (let round = 0; round < ROUNDS; round++) {
    const question = round === 0 ? first : make(count + round);
    if (question && !wasAsked(id, question.prompt)) return question;
  }
  return null;
}
