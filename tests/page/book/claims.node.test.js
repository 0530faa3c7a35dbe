/** What the book's code says of PyTorch beside what this page computes. */
import { expect, test } from "vitest";
import { network } from "../../../web/page/figure/values/book-network.js";
import { linesOf } from "../../../web/page/sections/book/code.js";
import book from "../../fixtures/book.json" with { type: "json" };
import traps from "../../fixtures/traps.json" with { type: "json" };
import { plain } from "../helpers/texts.js";

/** @param {number} seed @param {readonly number[] | null} given */
const meanLine = (seed, given) =>
  linesOf(seed, network(seed, given), given).find(({ code }) => code.startsWith("out_norm.mean"));

test("PyTorch’s mean of the book’s row, and the book’s, are told where the page’s own is another", () => {
  const [torch] = book.stages.find(({ name }) => name === "normalized mean")?.text.match(/-?[\d.]+e-\d+/) ?? [];
  const [printed] = traps.rows[1].text.match(/-?[\d.]+e-\d+/) ?? [];
  const line = meanLine(123, null);
  expect(plain(line?.note ?? "")).toBe(
    `0, but for rounding: of A, PyTorch 1.13 leaves ${torch} here, the book ${printed}; see the fourth trap.`,
  );
  for (const number of [torch, printed]) expect(line?.prints).not.toContain(number);
});

test("of other numbers nothing is known of PyTorch’s, and nothing is told", () => {
  expect(meanLine(7, null)?.note).toBe("0, but for rounding.");
  const given = [...network(123).x];
  given[0] += 0.5;
  expect(meanLine(123, given)?.note).toBe("0, but for rounding.");
});
