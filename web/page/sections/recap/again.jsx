/** Asks the checks that were answered wrong again, about other numbers, section by section. */
import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { deedsIn } from "../../question/answered.js";
import { hasProgress } from "../../question/progress.js";
import { counted } from "../../kit/words.js";
import { sections } from "../../course/sections.js";
import { checks } from "../../question/checks.js";
import { QuestionView } from "../../question/question.jsx";
import { SectionLink } from "../../parts/section-link.jsx";

/** @typedef {import("../../course/sections.js").SectionId} SectionId */

/** The sections with a check that was answered wrong and can be asked, in the order of the course. */
const missedSections = () => sections.filter(({ id }) => deedsIn(id).missed && id in checks.value);

/** The question of one section stays until the learner goes on, so that the explanation can be read. */
export function Again() {
  const first = useRef(/** @type {SectionId | null} */ (null));
  const chosen = useSignal(/** @type {SectionId | null} */ (null));
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const missed = missedSections();
  first.current ??= missed[0]?.id ?? null;
  const asked = sections.find(({ id }) => id === (chosen.value ?? first.current));
  const next = missed.find(({ id }) => id !== asked?.id);
  return (
    <aside class="again" aria-label="Asked again">
      <p class="again-left" role="status">
        {standing(missed.length)}
      </p>
      {asked && (
        <div ref={place}>
          <p class="again-of">
            From <SectionLink id={asked.id}>{asked.label}</SectionLink>
          </p>
          <Question key={asked.id} section={asked.id}>
            {next && (
              <button
                type="button"
                class="text-button another"
                onClick={() => {
                  chosen.value = next.id;
                  // The button goes with the question: the reader goes on at the next prompt.
                  requestAnimationFrame(() => {
                    /** @type {HTMLElement | null | undefined} */ (place.current?.querySelector(".prompt"))?.focus();
                  });
                }}
              >
                Next: {next.called}
              </button>
            )}
          </Question>
        </div>
      )}
    </aside>
  );
}

/** @param {number} left */
function standing(left) {
  if (left > 0) return `${counted(left, "section")} to ask you about again.`;
  if (!hasProgress()) return "Nothing has been answered yet. What you answer wrong will be asked again here.";
  return "Nothing is left to ask again: what you answer wrong comes back here.";
}

/**
 * A section's check about other numbers than those of its figure: round 0 would be about the figure.
 * @param {{ section: string, children: import("preact").ComponentChildren }} props
 */
function Question({ section, children }) {
  const { id, make } = checks.value[section];
  const elsewhere = useMemo(() => (/** @type {number} */ round) => make(round + 1), [make]);
  return (
    <QuestionView id={id} kind="check" make={elsewhere}>
      {children}
    </QuestionView>
  );
}
