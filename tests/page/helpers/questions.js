/** What tests of questions share: what every question keeps to, and how the numbers of its text are read. */
import { normalize, tensor } from "layernorm";
import { expect } from "vitest";

/** @typedef {import("../../../web/page/question/answers.js").Question} Question */
/** @typedef {RegExpMatchArray} Match */
/** @typedef {{ prompt: RegExp, isRight: (match: Match, label: string) => boolean }} Kind */

export const ROUNDS = Array.from({ length: 120 }, (_, i) => i + 1);

/** @param {Question | null} question */
export function sound(question) {
  if (question === null) throw new Error("there is no question");
  const { prompt, answers } = question;
  expect(prompt).not.toMatch(/undefined|NaN of|\[object|Infinity/);
  expect(prompt).toMatch(/^[A-Z].*\?$/);
  expect(answers.filter(({ right }) => right)).toHaveLength(1);
  expect(answers.length).toBeGreaterThanOrEqual(2);
  expect(new Set(answers.map(({ label }) => label)).size).toBe(answers.length);
  for (const { label, why } of answers) {
    expect(label).not.toMatch(/undefined|\[object/);
    expect(why).toMatch(/\.$/);
  }
  return question;
}

/** @param {Question} question */
export const rightOf = ({ answers }) => answers.find(({ right }) => right) ?? { label: "", why: "" };

/** The numbers of a text. @param {string} text */
export const numbers = (text) => (text.replaceAll("−", "-").match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

/** What the page prints for a number, by its distance. @param {string} label @param {number} value */
export const prints = (label, value) => {
  expect(Math.abs(numbers(label)[0] - value), label).toBeLessThan(1e-4);
};

/** @param {readonly number[]} values @param {0 | 1} correction */
export const normalized = (values, correction) => [...normalize(tensor([...values]), { correction, eps: 0 }).data];

/** @param {string} text "[2, 6]" */
export const list = (text) =>
  text
    .replace(/−/g, "-")
    .replace(/[x[\]()]/g, "")
    .split(", ")
    .map(Number);
/** @param {string} text */
export const number = (text) => Number(text.replace(/−/g, "-"));
/** To the digits that a label shows. @param {string} label @param {number} value */
export const shows = (label, value) => Math.abs(number(label) - value) <= Math.max(2e-3 * Math.abs(value), 1e-4);
/** @param {number[]} values */
export const row = (values) => tensor(Float32Array.from(values), [values.length]);

/**
 * @param {Question} question
 * @param {readonly Kind[]} kinds
 */
export function expectRight({ prompt, answers }, kinds) {
  const kind = kinds.find((one) => one.prompt.test(prompt));
  if (!kind) throw new Error(`no kind of question: ${prompt}`);
  expect(prompt).not.toMatch(/undefined|\[object|\b1 values|\b1 means/);
  expect(answers.length, prompt).toBeGreaterThanOrEqual(3);
  expect(new Set(answers.map(({ label }) => label)).size).toBe(answers.length);
  for (const { why } of answers) {
    expect(why).toMatch(/[.?]$/);
    expect(why).not.toMatch(/undefined|\[object/);
  }
  const match = /** @type {Match} */ (prompt.match(kind.prompt));
  const told = answers.filter(({ right }) => right).map(({ label }) => label);
  const found = answers.map(({ label }) => label).filter((label) => kind.isRight(match, label));
  expect(found, prompt).toEqual(told);
  expect(told).toHaveLength(1);
}
