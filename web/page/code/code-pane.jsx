/** The figure's settings as code, which may be edited; and what it prints. */
import { batch, signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { say } from "../model/announce.js";
import { LANGUAGES, codeFor, codeText } from "../model/code.js";
import { select, setCorrection, setDims, setEps, setKeepdim } from "../model/figure-state.js";
import { isLocked, LOCKS } from "../model/lesson.js";
import { printed } from "../model/prints.js";
import { readCode } from "../model/read-code.js";
import { figures, state, undo } from "../model/state.js";
import { useFresh } from "../parts/fresh.js";
import { late } from "../parts/late.js";
import { linked } from "../formula/linked.js";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {import("../model/code.js").Settings} Settings */
/** @typedef {import("../model/code.js").Context} Context */
/** @typedef {import("../model/code.js").Line} Line */
/** @typedef {import("../model/code.js").Language} Language */

/** One choice for the whole page: whoever reads NumPy reads it everywhere. */
const language = signal(/** @type {Language} */ ("pytorch"));

/**
 * The panel whose line of code made the selected cell; x was given.
 * @param {import("../model/state.js").Figure} figure
 */
function currentPanel({ at: { panel }, stage }) {
  if (panel !== "x" && panel !== "out") return panel;
  return stage === 0 ? "x" : "out";
}

/** @param {{ id: FigureId, naive?: boolean }} props */
export function CodePane({ id, naive = false }) {
  const typing = useSignal(false);
  const { figure, view } = late(id, typing.value);
  const context = { figure, shape: view.shape, naive };
  const lines = codeFor(language.value, context);
  return (
    <div role="group" class="code-pane" aria-label="The same as code">
      <div class="tabs">
        <fieldset>
          <legend class="visually-hidden">Language</legend>
          {Object.entries(LANGUAGES).map(([key, label]) => (
            <label key={key}>
              <input
                type="radio"
                name={`${id}-language`}
                checked={language.value === key}
                onChange={() => {
                  language.value = /** @type {Language} */ (key);
                }}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <CopyButton lines={lines} />
      </div>
      <Editor id={id} context={context} lines={lines} typing={typing} />
      <Prints context={context} view={view} line={lines.find(({ panel }) => panel === currentPanel(context.figure))} />
    </div>
  );
}

// The editor -------------------------------------------------------------------------------------------------

/**
 * What is being typed: one line of the code, until the editor is left.
 * @typedef {object} Draft
 * @property {string} text
 * @property {string} of  the code of the state that it belongs to: when that is another, the draft is gone
 * @property {number} caret
 * @property {import("../model/read-code.js").Problem | null} problem
 */

/** A problem is told to those who listen when the typing pauses: half a number is one, too. */
const PAUSE = 900;

/**
 * @param {{ id: FigureId, context: Context, lines: Line[], typing: import("@preact/signals").Signal<boolean> }} props
 */
function Editor({ id, context, lines, typing }) {
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const written = codeText(lines);
  const { draft, type, leave } = useDraft(id, context, written);
  const text = draft?.text ?? written;
  const problem = draft?.problem ?? null;
  const note = `${id}-code-note`;
  const lit = linked.value?.id === id ? (AFFINE[linked.value.from] ?? linked.value.from) : null;
  // The code of the figure tells all that reading it depends on; a drag does not change it.
  const reading = useMemo(() => readCode(language.value, text, context), [language.value, text, written]);

  useLayoutEffect(() => {
    if (!area.current || area.current.value === text) return;
    const caret = draft?.caret ?? area.current.selectionStart;
    area.current.value = text;
    if (document.activeElement === area.current) area.current.setSelectionRange(caret, caret);
  }, [text]);
  useEffect(() => {
    if (problem === null) return;
    const timer = setTimeout(() => say(problem.message), PAUSE);
    return () => clearTimeout(timer);
  }, [problem?.message]);

  /** The line of code and the cell whose formula is shown go together. */
  const follow = () => {
    const panel = lines[lineAt(area.current)]?.panel;
    if (panel && panel !== currentPanel(context.figure)) select(id, { ...context.figure.at, panel });
  };
  return (
    <>
      <div class="editor">
        <pre aria-hidden="true">
          {text.split("\n").map((line, i) => (
            <CodeLine
              key={i}
              text={line}
              tokens={reading.lines[i]}
              wrong={problem?.line === i ? (problem.token ?? null) : null}
              isCurrent={lines[i]?.panel === currentPanel(context.figure)}
              isLit={lit !== null && lines[i]?.panel === lit}
              isWrong={problem?.line === i && !problem.token}
            />
          ))}
        </pre>
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
          onClick={follow}
          onKeyUp={({ key }) => {
            if (key === "ArrowUp" || key === "ArrowDown") follow();
          }}
          onKeyDown={(event) => {
            const undoes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
            if (event.key === "Enter" || event.key === "Escape" || (undoes && problem !== null)) {
              event.preventDefault();
              event.stopPropagation();
              leave();
            }
          }}
        />
      </div>
      <p class="code-note" id={note} data-wrong={problem === null ? undefined : ""}>
        {problem?.message ?? "Type over a marked setting, and the figure follows."}
      </p>
    </>
  );
}

/** Weight and bias are of the last line. @type {Record<string, string>} */
const AFFINE = { weight: "y", bias: "y" };

/** Which line the caret is in. @param {HTMLTextAreaElement | null} area */
const lineAt = (area) => (area ? area.value.slice(0, area.selectionStart).split("\n").length - 1 : -1);

/**
 * What is typed, followed by the figure as far as it can be read. The line that is being typed stays as it is; the
 * others follow the figure. However many letters a token takes, it is one step to undo.
 * @param {FigureId} id
 * @param {Context} context
 * @param {string} written
 */
function useDraft(id, context, written) {
  const held = useSignal(/** @type {Draft | null} */ (null));
  /** What was followed last: a token, and how it left the state. */
  const last = useRef({ token: "", steps: 0, state: /** @type {typeof state.value | null} */ (null) });
  const draft = held.value?.of === written ? held.value : null;

  /** @param {HTMLTextAreaElement} area */
  const type = (area) => {
    const { value: text, selectionStart: caret } = area;
    const line = lineAt(area);
    const { settings, problem } = readCode(language.value, text, context, line);
    const fixed = /** @type {(keyof Settings)[]} */ (Object.keys(settings)).find(isLocked);
    if (fixed) {
      const message = `Fixed in this lesson: ${LOCKS[fixed]}.`;
      held.value = { text, of: written, caret, problem: { line, message } };
    } else if (problem !== null || Object.keys(settings).length === 0) {
      held.value = { text, of: written, caret, problem };
    } else {
      batch(() => {
        const { current: before } = last;
        const token = `${line} ${Object.keys(settings)}`;
        if (before.token === token && before.state === state.value) for (let i = 0; i < before.steps; i++) undo();
        last.current = { token, steps: apply(id, settings), state: state.value };
        const of = codeText(codeFor(language.value, { ...context, figure: figures[id].value }));
        const typed = text.split("\n");
        const lines = of.split("\n").map((other, i) => (i === line ? typed[i] : other));
        const lengthBefore = (/** @type {string[]} */ all) => all.slice(0, line).join("\n").length;
        const moved = caret + lengthBefore(lines) - lengthBefore(typed);
        held.value = { text: lines.join("\n"), of, caret: moved, problem: null };
      });
    }
  };
  const leave = () => {
    held.value = null;
    last.current = { token: "", steps: 0, state: null };
  };
  return { draft, type, leave };
}

/** @param {FigureId} id @param {Partial<Settings>} settings @returns {number} the steps it took */
function apply(id, { dims, keepdim, correction, eps }) {
  if (dims !== undefined) setDims(id, dims);
  if (keepdim !== undefined) setKeepdim(id, keepdim);
  if (correction !== undefined) setCorrection(id, correction);
  if (eps !== undefined) setEps(id, eps);
  return [dims, keepdim, correction, eps].filter((value) => value !== undefined).length;
}

/**
 * A line behind the text field: what can be set in it is marked.
 * @param {{ text: string, tokens: import("../model/read-code.js").Token[] | undefined, isCurrent: boolean,
 *   isLit: boolean, isWrong: boolean, wrong: import("../model/read-code.js").Token | null }} props
 */
function CodeLine({ text, tokens = [], wrong, isCurrent, isLit, isWrong }) {
  let at = 0;
  const parts = tokens.map(({ setting, from, to }) => {
    const plain = text.slice(at, from);
    const content = text.slice(from, to);
    at = to;
    return [
      plain,
      <Setting key={`${from}${content}`} setting={setting} text={content} isWrong={wrong?.from === from} />,
    ];
  });
  return (
    <span class="line" data-current={isCurrent} data-lit={isLit ? "" : undefined} data-wrong={isWrong ? "" : undefined}>
      {parts}
      {text.slice(at)}
      {"\n"}
    </span>
  );
}

/**
 * A setting in the code, which lights up when it has just changed.
 * @param {{ setting: string | null, text: string, isWrong: boolean }} props
 */
const Setting = ({ setting, text, isWrong }) => (
  <mark
    data-setting={setting ?? undefined}
    data-fresh={useFresh() ? "" : undefined}
    data-wrong={isWrong ? "" : undefined}
  >
    {text}
  </mark>
);

// What it prints ---------------------------------------------------------------------------------------------

/** Printing waits until a drag pauses: it is read, not watched. */
const SETTLED = 80;
/** What is longer than this scrolls inside. */
const LINES = 8;
const COLUMNS = 36;

/** @param {{ context: Context, view: import("../model/derive.js").Derived, line: Line | undefined }} props */
function Prints({ context, view, line }) {
  const print = () => printed(language.peek(), context, view, line);
  const first = useRef(true);
  const shown = useSignal(/** @type {ReturnType<typeof printed> | null} */ (null));
  shown.value ??= print();
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => {
      shown.value = print();
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [view, language.value, line?.name, line?.panel, context.figure.stage]);
  const { call, text, isError } = shown.value;
  const lines = text.split("\n");
  const scrolls = lines.length > LINES || lines.some(({ length }) => length > COLUMNS);
  return (
    <div class="prints">
      <p>
        <code>{call}</code> {!isError && "prints, in PyTorch’s way"}
      </p>
      <pre tabIndex={scrolls ? 0 : undefined} role="group" aria-label={`What ${call} gives`} data-error={isError}>
        {text}
      </pre>
    </div>
  );
}

/** @param {{ lines: Line[] }} props */
function CopyButton({ lines }) {
  const done = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codeText(lines));
      done.value = true;
      setTimeout(() => {
        done.value = false;
      }, 2000);
      say("Code copied.");
    } catch {
      say("The browser does not let this page copy: select the code instead.");
    }
  };
  return (
    <button type="button" class="text-button" onClick={copy}>
      {done.value ? "Copied" : "Copy"}
    </button>
  );
}
