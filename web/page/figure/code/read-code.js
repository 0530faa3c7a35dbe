/**
 * Edited code, read back into settings. Nothing is evaluated: a line must be the one that the page wrote, but for
 * its slot, and in that the few settings are looked for. Where a text cannot be read, a sentence says why: the
 * library's own, where it has one.
 */
import { MOST_EPS } from "../../course/spec-form.js";
import { mean, tensor } from "layernorm";
import { codeFor } from "./code.js";
import { resolveDims } from "../dims/resolve.js";
import { sizeOf, splitChannels } from "../../kit/shapes.js";

/** @typedef {import("./code.js").Line} Line */
/** @typedef {import("./code.js").Language} Language */
/** @typedef {import("./code.js").Context} Context */
/** @typedef {import("./code.js").Settings} Settings */
/** @typedef {keyof Settings} Name */
/** @typedef {{ setting: Name | null, from: number, to: number }} Token a setting in a line; null: none known */
/** @typedef {{ line: number, message: string, token?: Token }} Problem */
/**
 * @typedef {{ settings: Partial<Settings>, tokens: Token[], message?: string, wrong?: Token }} Reading
 *   of a line, without settings where there is a message
 */

const OTHER = "Only dim, keepdim, correction and eps can be changed here: the marked parts.";

/** @typedef {{ name: string, grammar: Grammar, shape: readonly number[] }} Asked  what a value is for */
/** @typedef {(text: string, asked: Asked) => unknown} Reader  of a value: its RangeError says what is wrong */
/**
 * @typedef {object} Grammar
 * @property {string} is  between a name and its value
 * @property {string} brackets  around a list: "(" or "["
 * @property {readonly [string, string]} booleans
 * @property {Record<string, readonly [Name, Reader]>} names  of its arguments
 * @property {(dims: number[], shape: readonly number[]) => number[]} resolve
 */

/** @param {string} message @returns {never} */
function refuse(message) {
  throw new RangeError(message);
}

/** @param {string} text @param {Asked} asked */
function readDims(text, { name, grammar: { brackets, is, resolve }, shape }) {
  const list = brackets.includes(text[0]) ? text.slice(1, -1) : text;
  if (list !== text && text.at(-1) !== { "(": ")", "[": "]" }[text[0]]) refuse(`The bracket ${text[0]} is not closed.`);
  if (is === "=" && brackets === "(" && text[0] === "[") {
    refuse("TypeError: 'list' object cannot be interpreted as an integer");
  }
  const parts = list.trim().replace(/,$/, "").split(",");
  if (list !== text && list.trim() === "") refuse("Name at least one dim.");
  if (!parts.every((part) => /^\s*-?\d{1,9}\s*$/.test(part)) || (list === text && parts.length > 1)) {
    refuse(`${name} is a whole number, or several: ${is === "=" ? "-1 or (0, 1)" : "-1 or [0, 1]"}.`);
  }
  return resolve(parts.map(Number), shape);
}

/** @param {string} text @param {Asked} asked */
function readBoolean(text, { name, grammar: { booleans } }) {
  const at = booleans.indexOf(text);
  return at < 0 ? refuse(`${name} is ${booleans.join(" or ")}.`) : at === 1;
}

/** @param {string} text @param {Asked} asked */
const readCorrection = (text, { name }) =>
  /^[01]$/.test(text) ? Number(text) : refuse(`Here ${name} is 0, for n, or 1, for n − 1.`);

/** @param {string} text @param {Asked} asked */
const readUnbiased = (text, asked) => Number(readBoolean(text, asked));

/** @param {string} text */
function readEps(text) {
  const eps = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  return eps >= 0 && eps <= MOST_EPS ? eps : refuse(`Here eps is a number from 0 to ${MOST_EPS}, such as 1e-5.`);
}

/** @param {number[]} dims @param {readonly number[]} shape */
function resolveAsPyTorch(dims, shape) {
  const resolved = resolveDims(dims, shape.length);
  return "error" in resolved ? refuse(resolved.error) : resolved.dims;
}

/** @param {number[]} dims @param {readonly number[]} shape */
function resolveAsNumPy(dims, shape) {
  const { length } = shape;
  const beyond = dims.find((dim) => dim < -length || dim >= length);
  if (beyond !== undefined) refuse(`AxisError: axis ${beyond} is out of bounds for array of dimension ${length}`);
  const resolved = resolveDims(dims, length);
  return "error" in resolved ? refuse("ValueError: duplicate value in 'axis'") : resolved.dims;
}

/** The API's own error says why the dims are wrong. @param {number[]} dims @param {readonly number[]} shape */
function resolveAsApi(dims, shape) {
  const resolved = resolveDims(dims, shape.length);
  if (!("error" in resolved)) return resolved.dims;
  try {
    mean(tensor(new Float32Array(sizeOf(shape)), shape), { dim: dims });
  } catch (error) {
    refuse(String(error));
  }
  return refuse(resolved.error);
}

/** PyTorch's names of arguments, which the package has too. @type {Grammar["names"]} */
const TORCH_NAMES = {
  dim: ["dims", readDims],
  keepdim: ["keepdim", readBoolean],
  correction: ["correction", readCorrection],
  eps: ["eps", readEps],
};

/** @type {Record<Language, Grammar>} */
const GRAMMARS = {
  pytorch: {
    is: "=",
    brackets: "([",
    booleans: ["False", "True"],
    names: { ...TORCH_NAMES, unbiased: ["correction", readUnbiased] },
    resolve: resolveAsPyTorch,
  },
  numpy: {
    is: "=",
    brackets: "(",
    booleans: ["False", "True"],
    names: {
      axis: ["dims", readDims],
      keepdims: ["keepdim", readBoolean],
      ddof: ["correction", readCorrection],
    },
    resolve: resolveAsNumPy,
  },
  layernorm: {
    is: ":",
    brackets: "[",
    booleans: ["false", "true"],
    names: TORCH_NAMES,
    resolve: resolveAsApi,
  },
};

/**
 * The place of a line's slot in the typed text; null where something beside the slot was changed. Spaces do not count.
 * @param {string} typed
 * @param {Line} line
 * @returns {{ from: number, to: number } | null}
 */
function slotOf(typed, { before, after }) {
  const from = endOf(typed, before);
  const to = typed.length - endOf(reversed(typed), reversed(after));
  return from >= 0 && to <= typed.length && from <= to ? { from, to } : null;
}

/** @param {string} text */
const reversed = (text) => [...text].reverse().join("");

/** Where the beginning of a text ends; -1: it begins otherwise. @param {string} text @param {string} start */
function endOf(text, start) {
  let at = 0;
  for (const wanted of start.replace(/\s/g, "")) {
    while (text[at] === " ") at++;
    if (text[at++] !== wanted) return -1;
  }
  return at;
}

/** Arguments, with their places: split at the commas outside brackets. @param {string} text @param {number} offset */
function argumentsIn(text, offset) {
  const found = [];
  for (const match of text.matchAll(/(?:\([^)]*\)?|\[[^\]]*\]?|[^,([])+/g)) {
    const content = match[0].trim();
    const from = offset + match.index + match[0].indexOf(content);
    if (content !== "") found.push({ text: content, from, to: from + content.length });
  }
  return found;
}

/**
 * The settings in one line.
 * @param {string} typed
 * @param {Line} line
 * @param {Grammar} grammar
 * @param {readonly number[]} shape
 * @returns {Reading | null} null: what stays was changed
 */
function readLine(typed, line, grammar, shape) {
  const slot = slotOf(typed, line);
  if (slot === null) return null;
  const text = typed.slice(slot.from, slot.to);
  if (line.takes === null) return text.trim() === "" ? { settings: {}, tokens: [] } : null;
  return line.takes === "term"
    ? readTerm(text, slot.from)
    : readArguments(argumentsIn(text, slot.from), line.takes, grammar, shape);
}

/** " + 1e-05", or nothing, which is 0. @param {string} text @param {number} offset @returns {Reading | null} */
function readTerm(text, offset) {
  const trimmed = text.trim();
  if (trimmed === "") return { settings: { eps: 0 }, tokens: [] };
  if (trimmed[0] !== "+") return null;
  const number = trimmed.slice(1).trim();
  const from = offset + text.lastIndexOf(number);
  const token = /** @type {Token} */ ({ setting: "eps", from, to: from + number.length });
  const tokens = number === "" ? [] : [token];
  try {
    return { settings: { eps: readEps(number) }, tokens };
  } catch (error) {
    return { settings: {}, tokens, message: messageOf(error), wrong: token };
  }
}

/**
 * @param {ReturnType<typeof argumentsIn>} given
 * @param {import("./code.js").Takes} takes
 * @param {Grammar} grammar
 * @param {readonly number[]} shape
 * @returns {Reading}
 */
function readArguments(given, takes, grammar, shape) {
  /** @type {Record<string, unknown>} */
  const settings = {};
  const named = given.map(({ text, from, to }, i) => {
    const { name, value } = nameAndValue(text, i === 0, grammar);
    const known = Object.hasOwn(grammar.names, name) ? grammar.names[name] : null;
    const token = /** @type {Token} */ ({ setting: known?.[0] ?? null, from, to });
    return { name, value, known, token };
  });
  const tokens = named.map(({ token }) => token);
  for (const { name, value, known, token } of named) {
    try {
      if (known === null || !(known[0] in takes)) refuse(takesInWords(takes, grammar));
      else if (known[0] in settings) refuse(`${name} is given twice.`);
      else settings[known[0]] = known[1](value, { name, grammar, shape });
    } catch (error) {
      return { settings: {}, tokens, message: messageOf(error), wrong: token };
    }
  }
  for (const [setting, byDefault] of Object.entries(takes)) {
    if (setting in settings) continue;
    if (byDefault === null) return { settings: {}, tokens, message: `${nameOf(setting, grammar)} must be there.` };
    settings[setting] = byDefault;
  }
  return { settings, tokens };
}

/**
 * In Python the dims may come first without their name.
 * @param {string} text
 * @param {boolean} isFirst
 * @param {Grammar} grammar
 */
function nameAndValue(text, isFirst, grammar) {
  const [, name, value] = new RegExp(`^(\\w+)\\s*${grammar.is}\\s*(.*)$`).exec(text) ?? [];
  if (name !== undefined) return { name, value };
  const isDims = isFirst && grammar.is === "=" && /^[-\d([]/.test(text);
  return { name: isDims ? nameOf("dims", grammar) : "", value: text };
}

/** @param {string} setting @param {Grammar} grammar */
const nameOf = (setting, { names }) =>
  /** @type {string} */ (Object.keys(names).find((name) => names[name][0] === setting));

/** @param {import("./code.js").Takes} takes @param {Grammar} grammar */
const takesInWords = (takes, grammar) =>
  `Here it takes ${Object.keys(takes)
    .map((setting) => nameOf(setting, grammar))
    .join(", ")}.`;

/** Anything but a refusal is a mistake of this program. @param {unknown} error */
function messageOf(error) {
  if (error instanceof RangeError) return error.message;
  throw error;
}

/**
 * The settings that the code changes.
 * @param {Language} language
 * @param {string} text
 * @param {Context} context
 * @param {number} [first]  the line that is being typed: it counts where two lines disagree
 * @returns {{ settings: Partial<Settings>, lines: Token[][], problem: Problem | null }}
 */
export function readCode(language, text, context, first = -1) {
  const { figure } = context;
  const { shape, dims } = splitChannels(context.shape, figure.dims, figure.channelGroups);
  const typed = text.split("\n");
  const lines = typed.map(() => /** @type {Token[]} */ ([]));
  /** @type {Record<string, any>} */
  const settings = {};
  /** @type {Problem | null} */
  let problem = null;
  /** Whether it is the line that the page writes. @param {Line | undefined} written @param {number} line */
  const take = (written, line) => {
    const reading = written && readLine(typed[line], written, GRAMMARS[language], shape);
    if (!reading) return false;
    lines[line] = reading.tokens;
    if (reading.message !== undefined) problem ??= { line, message: reading.message, token: reading.wrong };
    for (const [name, value] of Object.entries(reading.settings)) {
      const before = name === "dims" ? dims : figure[/** @type {Name} */ (name)];
      if (String(value) !== String(before) && !(name in settings)) settings[name] = value;
    }
    return true;
  };
  const order = [...typed.keys()].sort((a, b) => Number(b === first) - Number(a === first));
  const now = codeFor(language, context);
  const others = order.filter((line) => !take(now[line], line));
  if (settings.dims && figure.channelGroups > 1) {
    problem ??= { line: first, message: "The groups of channels are taken over these dims: they stay." };
  }
  if (others.length > 0 && problem === null) {
    // Of another state, whose dims or keepdim are written differently in lines where they cannot be set.
    const then = codeFor(language, { ...context, figure: { ...figure, ...settings } });
    const stranger = others.find((line) => !take(then[line], line));
    if (stranger !== undefined) problem ??= { line: stranger, message: OTHER };
  }
  if (typed.length !== now.length) problem ??= { line: -1, message: OTHER };
  return { settings: problem === null ? settings : {}, lines, problem };
}
