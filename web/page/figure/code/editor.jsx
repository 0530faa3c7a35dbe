/** The code as a text field, whose settings may be typed over. */
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { say } from "../../kit/announce.js";
import { codeText, LANGUAGES } from "./code.js";
import { select } from "../state/actions.js";
import { readCode } from "./read-code.js";
import { pointedNumber } from "../state/pointed.js";
import { CodeLine } from "./code-line.jsx";
import { lineAt, useDraft } from "./draft.js";
import { currentPanel, language } from "./language.js";

/** @typedef {import("../../store/state.js").FigureId} FigureId */
/** @typedef {import("./code.js").Context} Context */
/** @typedef {import("./code.js").Line} Line */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./read-code.js").Problem} Problem */
/** @typedef {import("preact").RefObject<HTMLTextAreaElement | null>} Area */
/**
 * @typedef {{ id: FigureId, context: Context, lines: Line[], typing: import("@preact/signals").Signal<boolean> }} Props
 */

/** @param {Props} props */
export function Editor({ id, context, lines, typing }) {
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const written = codeText(lines);
  const { draft, type, leave, putBack } = useDraft(id, context, written);
  const text = draft?.text ?? written;
  const problem = draft?.problem ?? null;
  const note = `${id}-code-note`;
  useText(area, text, draft);
  useSpokenProblem(problem);
  return (
    <>
      <div class="editor">
        <Marked {...{ id, context, lines, text, written, problem }} />
        <textarea
          ref={area}
          aria-label={`${LANGUAGES[language.value]} code; its settings may be changed`}
          aria-describedby={note}
          aria-invalid={problem !== null}
          rows={1}
          wrap="off"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          onInput={(event) => type(event.currentTarget)}
          onFocus={() => {
            typing.value = true;
          }}
          onBlur={() => {
            leave();
            typing.value = false;
          }}
          {...following(id, context, lines)}
          onKeyDown={(event) => {
            const undoes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
            if (event.key !== "Enter" && event.key !== "Escape" && !(undoes && problem !== null)) return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === "Enter") leave();
            else putBack();
          }}
        />
      </div>
      <div class="code-note" data-wrong={problem === null ? undefined : ""}>
        <p id={note}>{problem?.message ?? "Change a highlighted value here, and the figure changes with it."}</p>
        {problem !== null && (
          <button
            type="button"
            class="text-button"
            onClick={() => {
              putBack();
              area.current?.focus();
            }}
          >
            Put the figure’s code back
          </button>
        )}
      </div>
    </>
  );
}

/**
 * The text is set by hand, so that the caret stays where it is being typed.
 * @param {Area} area
 * @param {string} text
 * @param {Draft | null} draft
 */
function useText(area, text, draft) {
  useLayoutEffect(() => {
    if (!area.current || area.current.value === text) return;
    const caret = draft?.caret ?? area.current.selectionStart;
    area.current.value = text;
    if (document.activeElement === area.current) area.current.setSelectionRange(caret, caret);
  }, [text]);
}

/** A problem is spoken when the typing pauses for as many ms: half a number is a problem, too. */
const PAUSE = 900;

/** @param {Problem | null} problem */
function useSpokenProblem(problem) {
  useEffect(() => {
    if (problem === null) return;
    const timer = setTimeout(() => say(problem.message), PAUSE);
    return () => clearTimeout(timer);
  }, [problem?.message]);
}

/**
 * The caret's line of code and the cell whose formula is shown go together.
 * @param {FigureId} id
 * @param {Context} context
 * @param {Line[]} lines
 */
function following(id, { figure }, lines) {
  const follow = (/** @type {HTMLTextAreaElement} */ area) => {
    const panel = lines[lineAt(area)]?.panel;
    if (panel && panel !== currentPanel(figure)) select(id, { ...figure.at, panel });
  };
  return {
    onClick: (/** @type {Event & { currentTarget: HTMLTextAreaElement }} */ event) => follow(event.currentTarget),
    onKeyUp: (/** @type {KeyboardEvent & { currentTarget: HTMLTextAreaElement }} */ { key, currentTarget }) => {
      if (key === "ArrowUp" || key === "ArrowDown") follow(currentTarget);
    },
  };
}

/** Weight and bias are of the last line. @type {Record<string, string>} */
const AFFINE = { weight: "y", bias: "y" };

/**
 * The same text behind the text field, with its settings marked, the line of the selected cell and the one whose
 * number is pointed at.
 * @param {Omit<Props, "typing"> & { text: string, written: string, problem: Problem | null }} props
 */
function Marked({ id, context, lines, text, written, problem }) {
  const { value: pointed } = pointedNumber;
  const lit = pointed?.id === id ? (AFFINE[pointed.from] ?? pointed.from) : null;
  const current = currentPanel(context.figure);
  // Reading depends on nothing but the figure's code, `written`, which stays the same while x is dragged.
  const reading = useMemo(() => readCode(language.value, text, context), [language.value, text, written]);
  return (
    <pre aria-hidden="true">
      {text.split("\n").map((line, i) => (
        <CodeLine
          key={i}
          text={line}
          tokens={reading.lines[i]}
          wrong={problem?.line === i ? (problem.token ?? null) : null}
          isCurrent={lines[i]?.panel === current}
          isLit={lit !== null && lines[i]?.panel === lit}
          isWrong={problem?.line === i && !problem.token}
        />
      ))}
    </pre>
  );
}
