import { CELLS, CLASS } from "../../course/book.js";
import { formatEps } from "../words/format-tensor.js";
import { formatNumber } from "../../kit/format.js";

/** The book's two recipes, for whoever wonders which of its numbers is right. */
const RECIPES = [
  {
    label: "n − 1, no eps",
    whose: "as in the book’s cells",
    ...CELLS,
    of: /** @type {const} */ ("asCells"),
  },
  {
    label: `n, eps ${formatEps(CLASS.eps)}`,
    whose: "as in the book’s class and torch.nn.LayerNorm",
    ...CLASS,
    of: /** @type {const} */ ("asClass"),
  },
];

/**
 * The selected cell by both of them; the one that the figure is set to is marked.
 * @param {import("./scene.js").Scene} scene
 */
export function BookRecipes({ figure, view, element }) {
  return (
    <table class="recipes">
      <caption class="visually-hidden">The same cell by two recipes</caption>
      <tbody>
        {RECIPES.map(({ label, whose, correction, eps, of }) => (
          <tr
            key={of}
            data-current={figure.correction === correction && figure.eps === eps && figure.epsAt === "inside"}
          >
            <th scope="row">{label}</th>
            <td class="whose">{whose}</td>
            <td>{formatNumber(view[of][element])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
