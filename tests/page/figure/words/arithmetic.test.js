/** Arithmetic that is shown comes out with the numbers shown: every line is worked out anew from its own digits. */
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../../chromium.js";
import { withPage, withSection } from "../../helpers/browser.js";
import { isRight } from "../../helpers/calculator.js";
import { addStyle } from "../../helpers/styles.js";

useBrowser();

/** @typedef {{ line: string, state: string, saying: string }} Shown */

/**
 * Runs in the page: goes through the examples, the stages, eps, both variances and some cells of each panel, and reads
 * what arithmetic is shown in each of these states.
 * @param {{ id: string, epsSteps: readonly string[] }} what
 * @returns {Promise<Shown[]>}
 */
async function everyLine({ id, epsSteps }) {
  const section = /** @type {HTMLElement} */ (document.getElementById(id));
  // Whatever follows a change follows it at once: the page believes that it is hidden.
  const drawn = () => new Promise((resolve) => setTimeout(resolve));
  /** MathML as a line of text. @param {Element} element @returns {string} */
  const flat = (element) => {
    const parts = Array.from(element.children, flat);
    if (element.localName === "mfrac") return `((${parts[0]})÷(${parts[1]}))`;
    if (element.localName === "msqrt") return `√(${parts.join("")})`;
    if (element.localName === "msup") return `${parts[0]}²`;
    return parts.length > 0 ? parts.join("") : (element.textContent ?? "");
  };
  /** @param {Element | null} field @param {string} value */
  const set = (field, value) => {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  /** @param {string} selector @param {readonly string[]} [chosen] */
  const choices = (selector, chosen) => {
    const field = section.querySelector(selector);
    if (field instanceof HTMLSelectElement) return Array.from(field.options, ({ value }) => value);
    return field
      ? (chosen ?? Array.from({ length: Number(field.getAttribute("max")) + 1 }, (_, i) => String(i)))
      : [""];
  };
  const example = ".toolbar select, .which-row select";
  const radios = () => Array.from(section.querySelectorAll(`input[name="${id}-correction"]`));
  /** @type {Map<string, Shown>} */
  const seen = new Map();
  const read = (/** @type {string} */ state) => {
    const saying = section.querySelector(".formula .saying")?.textContent ?? "";
    const lines = Array.from(section.querySelectorAll("math.numbers"), flat);
    for (const step of section.querySelectorAll(".step-line")) {
      const text = step.textContent ?? "";
      if (/^(mean|variance) =/.test(text)) lines.push(text.replace(/^\w+ = /, ""));
      const root = /^each ÷ (.*) ([=≈]) each ÷ ([^:]*):/.exec(text);
      if (root) lines.push(root.slice(1).join(" "));
    }
    const explained = Array.from(section.querySelectorAll(".comparison dd"), (dd) => dd.textContent ?? "");
    for (const text of explained) lines.push(...(/var ÷ \(var \+ eps\) = (.*)\.$/.exec(text)?.slice(1) ?? []));
    for (const line of lines) seen.set(line, { line: line.replace("all digits", ""), state, saying });
  };
  const allEps = choices(`#${id}-eps`, epsSteps);
  for (const preset of choices(example).filter((name) => name !== "random")) {
    set(section.querySelector(example), preset);
    for (const eps of allEps) {
      set(section.querySelector(`#${id}-eps`), eps);
      for (const correction of radios().length > 0 ? [0, 1] : [0]) {
        if (radios()[correction] instanceof HTMLElement) /** @type {HTMLElement} */ (radios()[correction]).click();
        for (const stage of choices(".stage-slider input")) {
          // Eps changes what is divided by the root, which the stages from 2 on share.
          if (eps !== allEps[0] && !["", "2"].includes(stage)) continue;
          set(section.querySelector(".stage-slider input"), stage);
          await drawn();
          for (const panel of ["out", "mean", "variance", "y"]) {
            if (stage !== "2" && stage !== "1" && panel !== "out") continue;
            // No statistic depends on eps.
            if (/mean|variance/.test(panel) && eps !== allEps[0]) continue;
            const cells = section.querySelectorAll(`[data-panel="${panel}"] [role=gridcell]`);
            for (const cell of new Set([cells[0], cells[cells.length >> 1], cells[cells.length - 1]])) {
              if (!(cell instanceof HTMLElement)) continue;
              // Nothing that is not drawn can have the focus.
              cell.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
              await drawn();
              read(`${preset} eps ${eps} correction ${correction} stage ${stage} ${panel} ${cell.dataset.index}`);
            }
          }
        }
      }
    }
  }
  return [...seen.values()];
}

/** What float32 does not hold, the page says so beneath. */
const BEYOND = /too (small|large) for a float32/;

/** @param {readonly Shown[]} shown */
const wrongOnes = (shown) =>
  shown.filter(({ line, saying }) => !/[⋯…]/.test(line) && !BEYOND.test(saying) && !isRight(line));

describe("every line of arithmetic comes out", () => {
  const EPS = ["0", "1", "4", "6"];
  for (const { id, query, most } of [
    { id: "row", query: "", most: 200 },
    { id: "dim", query: "", most: 120 },
    { id: "dim", query: "?dim.dims=0&dim.weight=1.3,-0.7,0.1,2&dim.bias=0.2,0,-1,0.3", most: 120 },
    { id: "shapes", query: "", most: 5 },
    { id: "three", query: "?three.dims=1", most: 60 },
    { id: "family", query: "", most: 5 },
    { id: "family", query: "?family.center=false&family.dims=3", most: 5 },
    { id: "variance", query: "", most: 60 },
    { id: "variance", query: "?variance.epsAt=outside", most: 60 },
  ]) {
    test(`#${id}${query}`, () =>
      withSection(id, { query }, async (page) => {
        // What is read is the document's text: to lay it out after each step takes four times as long as all the rest.
        await addStyle(page, "body { display: none }");
        const shown = await page.evaluate(everyLine, { id, epsSteps: EPS });
        expect(shown.length).toBeGreaterThan(most);
        expect(wrongOnes(shown)).toEqual([]);
        expect(shown.filter(({ line }) => /÷\(?√?\(?0\.0000\b/.test(line))).toEqual([]);
        // Most come out with few digits: "≈" is for what does not.
        expect(shown.filter(({ line }) => line.includes("≈")).length).toBeLessThan(shown.length / 10);
      }));
  }
});

test("the book's unit: each term, their sum and what becomes of it", () =>
  withPage({}, async (page) => {
    for (const input of ["A", "B"]) {
      await page.locator("#book").getByRole("radio", { name: input, exact: true }).check();
      for (let unit = 0; unit < 6; unit++) {
        await page.locator(`#book-figure [data-panel=out] [data-index="${unit}"]`).focus();
        const formula = page.locator("#book .unit-formula");
        await expect.poll(() => formula.locator("h3").textContent()).toContain(`Output ${unit} of input ${input}`);
        const rows = await formula
          .locator("tr")
          .evaluateAll((all) => all.map((row) => Array.from(row.children, (cell) => cell.textContent ?? "")));
        const terms = rows.filter((row) => row.length === 3 && row[1].startsWith("· ") && row[0] !== "x");
        expect(terms).toHaveLength(5);
        const [bias, sum, relu, [name, result]] = rows.slice(-4);
        const lines = [
          ...terms.map(([x, weight, term]) => `(${x}) ${weight} ${/≈/.test(term) ? term : `= ${term}`}`),
          `${[...terms.map(([, , term]) => term.replace("≈ ", "")), bias[1]].join(" + ")} ${sum[0].includes("≈") ? "≈" : "="} ${sum[1]}`,
          `${name} ${name.includes("≈") ? "" : "= "}${result}`,
        ];
        expect(lines.filter((line) => !isRight(line))).toEqual([]);
        expect(relu[1]).toBe(sum[1].startsWith("−") ? "0.0000" : sum[1]);
      }
    }
  }));
