/** A number as a person types it: why a text is refused, and whether it may yet become a number. */
import { DECIMAL, LARGEST, parseNumber } from "../../kit/format.js";

/** A refusal quotes this many characters of a long entry. */
const QUOTED = 24;

/** @param {string} text */
export const quoted = (text) => `“${text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text}”`;

/** Why a text is refused as a number of a tensor; "" where it is taken. @param {string} text */
export function whyNoNumber(text) {
  if (!Number.isNaN(parseNumber(text))) return "";
  const plain = text.trim().replace(/−/g, "-");
  if (plain === "") return "A number is needed here.";
  if (DECIMAL.test(plain)) return `${quoted(plain)} is too large: numbers end at ${LARGEST} here.`;
  const [, over, under] = /^([^/]+)\/([^/]+)$/.exec(plain) ?? [];
  if (DECIMAL.test(over ?? "") && DECIMAL.test(under ?? "")) {
    const quotient = Number(over) / Number(under);
    const instead = Number.isFinite(quotient) ? `: type ${Number(quotient.toPrecision(6))}` : "";
    return `${quoted(plain)} is a fraction${instead}.`;
  }
  if (/^[+-]?(nan|inf|infinity|∞)$/i.test(plain)) return `${quoted(plain)} is not a finite number.`;
  return `${quoted(plain)} is not a number.`;
}

/**
 * Why an entry is refused by now; "" while it may yet become a number, unless the learner has confirmed it.
 * @param {{ text: string, isTried: boolean }} entry
 */
export const whyRefused = ({ text, isTried }) => (isTried || !isUnfinished(text) ? whyNoNumber(text) : "");

/** Half a number ("-", "1e", "2.") is not refused while it is being typed. @param {string} text */
export const isUnfinished = (text) => /^[+\-−]?\d*[.,]?\d*(e[+\-−]?\d*)?$/i.test(text.trim());
