/** The text that is being typed in the code, and how the figure follows it. */
import { batch, useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { codeFor, codeText } from "./code.js";
import { setCorrection, setEps, setKeepdim } from "../state/settings.js";
import { setDims } from "../state/actions.js";
import { whyFixed } from "../../store/lesson.js";
import { readCode } from "./read-code.js";
import { figures, state, undo } from "../../store/state.js";
import { language } from "./language.js";

/** @typedef {import("../../store/state.js").FigureId} FigureId */
/** @typedef {import("./code.js").Settings} Settings */
/** @typedef {import("./code.js").Context} Context */
/** @typedef {import("./read-code.js").Problem} Problem */
/**
 * The text that is being typed: one line of the code, until the editor is left. A line that cannot be read stays,
 * whatever is done elsewhere, until it is mended or put back.
 * @typedef {object} Draft
 * @property {string} text
 * @property {import("./code.js").Language} language
 * @property {string} of  shape and code of the state that it belongs to: with another, what could be read is gone
 * @property {number} line  the one that was typed in
 * @property {number} caret
 * @property {Problem | null} problem
 */

/** The text can be read, but the figure has changed since it was typed. */
const OUTDATED = "The figure has changed since this was typed. Type on, and it is read anew; or put its code back.";

/** Which line the caret is in; -1 where there is no text field yet. @param {HTMLTextAreaElement | null} area */
export const lineAt = (area) => (area ? area.value.slice(0, area.selectionStart).split("\n").length - 1 : -1);

/**
 * The typed text, which the figure follows as far as it can be read. The line that is being typed stays as it is; the
 * others follow the figure. However many letters a token takes, it is one step to undo.
 * @param {FigureId} id
 * @param {Context} context
 * @param {string} written  the code of the figure as it is
 */
export function useDraft(id, context, written) {
  const held = useSignal(/** @type {Draft | null} */ (null));
  /** The token that the figure followed last, the steps that it took, and the state that came of it. */
  const last = useRef({ token: "", steps: 0, state: /** @type {typeof state.value | null} */ (null) });
  // The meaning of a line can depend on the shape, which is not in the code.
  const now = `${context.shape} ${written}`;
  const draft = useMemo(() => shownOf(held.value, context, now), [held.value, language.value, now]);

  /** @param {HTMLTextAreaElement} area */
  const type = (area) => {
    const { value: text, selectionStart: caret } = area;
    const line = lineAt(area);
    const { settings, problem } = readCode(language.value, text, context, line);
    const common = { text, language: language.value, of: now, line, caret };
    const settingsRead = /** @type {(keyof Settings)[]} */ (Object.keys(settings));
    const fixed = settingsRead.map((setting) => whyFixed(id, setting)).find((why) => why !== "");
    if (fixed) {
      held.value = { ...common, problem: { line, message: fixed } };
    } else if (problem !== null || Object.keys(settings).length === 0) {
      held.value = { ...common, problem };
    } else {
      batch(() => {
        const { current: before } = last;
        const token = `${line} ${Object.keys(settings)}`;
        if (before.token === token && before.state === state.value) for (let i = 0; i < before.steps; i++) undo();
        last.current = { token, steps: apply(id, settings), state: state.value };
        const code = codeText(codeFor(language.value, { ...context, figure: figures[id].value }));
        held.value = { ...common, ...withLine(code, text, line, caret), of: `${context.shape} ${code}`, problem: null };
      });
    }
  };
  const putBack = () => {
    held.value = null;
    last.current = { token: "", steps: 0, state: null };
  };
  /** A text that could be read is replaced by the page's own way of writing it. */
  const leave = () => {
    if (!held.peek()?.problem) putBack();
  };
  return { draft, type, leave, putBack };
}

/**
 * The draft as it is shown in another language or beside another figure than it was typed for.
 * @param {Draft | null} draft
 * @param {Context} context
 * @param {string} now  the figure's shape and code
 * @returns {Draft | null}
 */
function shownOf(draft, context, now) {
  if (draft === null || draft.of === now) return draft;
  if (draft.problem === null || draft.language !== language.value) return null;
  const { problem } = readCode(draft.language, draft.text, context, draft.line);
  return { ...draft, problem: problem ?? { line: draft.line, message: OUTDATED } };
}

/**
 * The code, with one line of it as it is typed; the caret stays where it is in that line.
 * @param {string} code
 * @param {string} text  what is typed
 * @param {number} line
 * @param {number} caret  in `text`
 */
function withLine(code, text, line, caret) {
  const typed = text.split("\n");
  const lines = code.split("\n").map((other, i) => (i === line ? typed[i] : other));
  const lengthBefore = (/** @type {string[]} */ all) => all.slice(0, line).join("\n").length;
  return { text: lines.join("\n"), caret: caret + lengthBefore(lines) - lengthBefore(typed) };
}

/** @param {FigureId} id @param {Partial<Settings>} settings @returns {number} the steps it took */
function apply(id, { dims, keepdim, correction, eps }) {
  if (dims !== undefined) setDims(id, dims);
  if (keepdim !== undefined) setKeepdim(id, keepdim);
  if (correction !== undefined) setCorrection(id, correction);
  if (eps !== undefined) setEps(id, eps);
  return [dims, keepdim, correction, eps].filter((value) => value !== undefined).length;
}
