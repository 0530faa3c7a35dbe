/** What the page writes, and what it should write, as tests compare them: with plain hyphens for minus signs. */
import { expect } from "vitest";
import { formatCells } from "../../../web/page/figure/words/format-tensor.js";
import book from "../../fixtures/book.json" with { type: "json" };
import fixtures from "../../fixtures/page.json" with { type: "json" };

/** @param {string | null} text */
export const plain = (text) => (text ?? "").replaceAll("−", "-");

/** In one line, its spaces plain too. @param {string} text */
export const oneLine = (text) => plain(text).replace(/\s+/g, " ").trim();

/** What an element says, also where it is far from the window. @param {import("playwright").Locator} locator */
export const said = async (locator) => oneLine(await locator.evaluate(drawnText));

/** Runs in the page. @param {HTMLElement | SVGElement} element */
function drawnText(element) {
  const { dataset } = document.documentElement;
  const isDrawn = "drawn" in dataset;
  dataset.drawn = "";
  const text = /** @type {HTMLElement} */ (element).innerText;
  if (!isDrawn) delete dataset.drawn;
  return text;
}

/** As cells show numbers. @param {ArrayLike<number | string>} values */
export const texts = (values) => formatCells(Float32Array.from(Array.from(values, Number))).map(plain);

/**
 * What real PyTorch computed at a stage of the book's programme, as the page writes it.
 * @param {string} name
 */
export function fixture(name) {
  const stage = book.stages.find((candidate) => candidate.name === name);
  if (!stage) throw new Error(`no stage is called ${name}`);
  return texts(/** @type {number[]} */ (stage.data));
}

/**
 * Means and variances by PyTorch.
 * @param {string} tensor
 * @param {readonly number[]} dims
 * @param {number} [correction]
 */
export function statistics(tensor, dims, correction = 1) {
  const found = fixtures.statistics.find(
    (each) => each.tensor === tensor && `${each.dims}` === `${dims}` && each.correction === correction,
  );
  if (!found) throw new Error(`no statistics of ${tensor} over ${dims}`);
  return found;
}

/**
 * Numbers on the page have four decimals.
 * @param {readonly string[]} texts
 * @param {readonly (number | string)[]} wanted
 */
export function expectNumbers(texts, wanted) {
  expect(texts).toHaveLength(wanted.length);
  texts.forEach((text, i) => {
    if (Number.isNaN(Number(wanted[i]))) expect(text).toBe("NaN");
    else expect(Math.abs(Number(text) - Number(wanted[i])), `${text} for ${wanted[i]}`).toBeLessThan(6e-5);
  });
}
