import { useSignal } from "@preact/signals";

/** @typedef {import("../model/questions/answers.js").Question} Question */

/**
 * A question with its answers as buttons. A prediction keeps its explanation until the learner has acted; a
 * check gives it at once.
 * @param {{ kind: "predict" | "check", question: Question, acted?: boolean, act?: string }} props
 */
export function QuestionView({ kind, question, acted = true, act }) {
  const chosen = useSignal(/** @type {string | null} */ (null));
  const answer = question.answers.find(({ label }) => label === chosen.value);
  return (
    <div
      class="question"
      data-kind={kind}
      role="group"
      aria-label={kind === "predict" ? "Predict" : "Check yourself"}
    >
      <p class="question-kind" aria-hidden="true">
        {kind === "predict" ? "Predict" : "Check"}
      </p>
      <p class="prompt">{question.prompt}</p>
      <div class="answers" role="group" aria-label="Answers">
        {question.answers.map(({ label }) => (
          <button
            type="button"
            key={label}
            class="answer"
            aria-pressed={chosen.value === label}
            data-verdict={answer?.label === label && acted ? (answer.right ? "right" : "wrong") : undefined}
            onClick={() => {
              chosen.value = label;
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <p class="why" role="status">
        {answer &&
          (acted ? (
            <>
              <strong>{answer.right ? "Yes." : "Not quite."}</strong> {answer.why}
            </>
          ) : (
            <>
              Noted: {answer.label}. {act}
            </>
          ))}
      </p>
    </div>
  );
}
