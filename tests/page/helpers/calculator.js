/**
 * A calculator for arithmetic as the page writes it: + − · ÷ √ ² and brackets. It works with intervals, so that a line
 * that is rounded can be compared within what the rounding of its printed digits allows.
 */

/** @typedef {readonly [low: number, high: number]} Interval */

/**
 * Half of what the last digit stands for; of a number with an exponent, of its third digit at most.
 * @param {string} text
 */
export function halfUnit(text) {
  const [digits, exponent = "0"] = text.replace("−", "").split("e");
  const decimals = digits.split(".")[1]?.length ?? 0;
  const last = 10 ** (Number(exponent) - decimals) / 2;
  const size = Math.abs(readNumber(text));
  if (text.includes("e") || (size > 0 && size < 1e-3))
    return Math.min(last, 10 ** (Math.floor(Math.log10(size)) - 2) / 2);
  return decimals === 0 ? 0 : last;
}

/** @param {string} text */
export const readNumber = (text) => Number(text.replace("−", "-").replace("∞", "Infinity"));

/** @param {number[]} ends @returns {Interval} */
const around = (ends) => (ends.some(Number.isNaN) ? [NaN, NaN] : [Math.min(...ends), Math.max(...ends)]);
/** @type {Record<string, (a: number, b: number) => number>} */
const OPERATIONS = { "+": (a, b) => a + b, "−": (a, b) => a - b, "·": (a, b) => a * b, "÷": (a, b) => a / b };
/** @param {Interval} a @param {string} sign @param {Interval} b @returns {Interval} */
const operate = (a, sign, b) => {
  // Over what may be 0, anything may come out.
  if (sign === "÷" && b[0] < 0 && b[1] > 0) return [-Infinity, Infinity];
  return around(a.flatMap((x) => b.map((y) => OPERATIONS[sign](x, y))));
};

/**
 * @param {string} text
 * @param {number} [doubt]  how many half units each number may be off
 * @returns {Interval}
 */
export function calculate(text, doubt = 0) {
  const tokens = text.match(/(?:(?<=^|[(+·÷√−] ?)−)?(?:\d+(?:\.\d+)?(?:e[+-]\d+)?|NaN|∞)|[-+−·÷√²()]/gu) ?? [];
  let at = 0;
  /** @returns {Interval} */
  const sum = () => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "−") value = operate(value, tokens[at++], product());
    return value;
  };
  const product = () => {
    let value = factor();
    while (tokens[at] === "·" || tokens[at] === "÷") value = operate(value, tokens[at++], factor());
    return value;
  };
  /** @returns {Interval} */
  const factor = () => {
    let value = atom();
    for (; tokens[at] === "²"; at++) {
      const [low, high] = around(value.map((end) => end ** 2));
      value = value[0] < 0 && value[1] > 0 ? [0, high] : [low, high];
    }
    return value;
  };
  /** @returns {Interval} */
  const atom = () => {
    const token = tokens[at++];
    if (token === "√") return around(atom().map((end) => Math.sqrt(Math.max(end, 0))));
    if (token === "(") {
      const value = sum();
      if (tokens[at++] !== ")") throw new Error(`a bracket is not closed in ${text}`);
      return value;
    }
    const value = readNumber(token ?? "");
    if (token === undefined || (Number.isNaN(value) && token !== "NaN")) throw new Error(`cannot read ${text}`);
    const half = doubt * halfUnit(token);
    return [value - half, value + half];
  };
  const value = sum();
  if (at < tokens.length) throw new Error(`${text}: ${tokens.slice(at).join("")} is left over`);
  return value;
}

/**
 * Whether a line "... = 1.5" or "... ≈ 1.5" is right, by what it says: what "=" stands before comes out to the last
 * digit, what "≈" stands before within the rounding of the printed digits.
 * @param {string} line
 */
export function isRight(line) {
  const [, left, sign, right] = /^(.*) ?([=≈]) ?([^=≈]+)$/su.exec(line) ?? [];
  if (right === undefined) throw new Error(`no result in ${line}`);
  const [low, high] = calculate(left, sign === "≈" ? 1 : 0);
  const result = readNumber(right.trim());
  if (Number.isNaN(low)) return Number.isNaN(result);
  if (!Number.isFinite(result)) return result === low;
  const half = halfUnit(right.trim()) + 1e-6 * Math.abs(result) * Number(sign === "≈") + 1e-9 * Math.abs(result);
  return low - half <= result && result <= high + half;
}
