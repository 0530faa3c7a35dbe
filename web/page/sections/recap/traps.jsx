/** Common mistakes, each with the section that shows it. */
import { CLASS } from "../../course/book.js";
import { formatEps } from "../../figure/words/format-tensor.js";
import { formatNumber, scientific } from "../../kit/format.js";
import { laterPresets } from "../../figure/values/later-presets.js";
import { deriveRow, recipes } from "../../figure/values/recipes.js";
import { SectionLink } from "../../parts/section-link.jsx";

/**
 * The first number of the book's first row, as a formula makes it.
 * @param {import("../../figure/values/recipes.js").RecipeId} id
 */
const first = (id) => formatNumber(deriveRow(laterPresets.bookRow.tensor(), recipes[id]).normalized[0]);

/** The distance from 1 to the next smaller float32. */
const STEP = 2 ** -24;

/** @typedef {{ section: import("../../course/sections.js").SectionId, trap: () => string }} Trap */

/** @type {readonly Trap[]} */
const TRAPS = [
  {
    section: "row",
    trap: () =>
      "The mean is taken away, then the rest is divided by the standard deviation, not by the variance. Order and " +
      "pattern stay: what comes out is not a bell curve unless one went in.",
  },
  {
    section: "dim",
    trap: () => "“Across the rows” may mean either dim: say which one disappears, and what each result is of.",
  },
  {
    section: "batch",
    trap: () =>
      "RMSNorm takes no mean away: what comes out keeps one, unless x had none. BatchNorm needs model.eval(), and keeps " +
      "its running variance over n − 1; LayerNorm computes alike in training and in eval.",
  },
  {
    section: "variance",
    trap: () =>
      `torch.var divides by n − 1, nn.LayerNorm by n: the book’s cells print ${first("cells")}, its class ${first("class")}.`,
  },
  {
    section: "variance",
    trap: () =>
      `PyTorch adds eps, ${formatEps(CLASS.eps)}, under the root, other code adds it to the root. Without it a ` +
      "constant row gives NaN or, where its mean is rounded, ±1 of rounding error; with it the variance does not come " +
      "out as exactly 1.",
  },
  {
    section: "shapes",
    trap: () =>
      "With keepdim=False, a square tensor raises nothing, and its values meet the wrong means. keepdim keeps the number " +
      "of dims, not the shape.",
  },
  {
    section: "three",
    trap: () =>
      "In a transformer LayerNorm is over the embedding of each token; on images over [C, H, W], or over the channels alone.",
  },
  {
    section: "precision",
    trap: () =>
      `A mean that prints as ${scientific(-STEP, 4)} in place of 0 is rounding, and no mistake. The mean of the ` +
      "squares less the square of the mean loses more digits the larger the mean is beside the spread.",
  },
];

export const Traps = () => (
  <section>
    <h4>Traps</h4>
    <ul class="traps">
      {TRAPS.map(({ section, trap }) => (
        <li key={trap()}>
          <p>
            {trap()} <SectionLink id={section} />
          </p>
        </li>
      ))}
    </ul>
  </section>
);
