/** What is being typed in the code, and how the figure follows it. */
import { batch, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { codeFor, codeText } from "../model/code.js";
import { setCorrection, setDims, setEps, setKeepdim } from "../model/figure-state.js";
import { isLocked, LOCKS } from "../model/lesson.js";
import { readCode } from "../model/read-code.js";
import { figures, state, undo } from "../model/state.js";
import { language } from "./language.js";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {import("../model/code.js").Settings} Settings */
/** @typedef {import("../model/code.js").Context} Context */
/**
 * What is being typed: one line of the code, until the editor is left.
 * @typedef {object} Draft
 * @property {string} text
 * @property {string} of  the code of the state that it belongs to: when that is another, the draft is gone
 * @property {number} caret
 * @property {import("../model/read-code.js").Problem | null} problem
 */

/** Which line the caret is in; -1 where there is no text field yet. @param {HTMLTextAreaElement | null} area */
export const lineAt = (area) => (area ? area.value.slice(0, area.selectionStart).split("\n").length - 1 : -1);

/**
 * What is typed, followed by the figure as far as it can be read. The line that is being typed stays as it is; the
 * others follow the figure. However many letters a token takes, it is one step to undo.
 * @param {FigureId} id
 * @param {Context} context
 * @param {string} written  the code of the figure as it is
 */
export function useDraft(id, context, written) {
  const held = useSignal(/** @type {Draft | null} */ (null));
  /** The token that the figure followed last, the steps that it took, and the state that came of it. */
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
        held.value = { ...withLine(of, text, line, caret), of, problem: null };
      });
    }
  };
  const leave = () => {
    held.value = null;
    last.current = { token: "", steps: 0, state: null };
  };
  return { draft, type, leave };
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
