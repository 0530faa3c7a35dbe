/**
 * Formulas that libraries have: the reader chooses two, and their results for the same row stand one under the other.
 */
import { setBeside, setFormula } from "../../figure/state/settings.js";
import { describe, recipeOf, recipes } from "../../figure/values/recipes.js";
import { figures } from "../../store/state.js";
import { RECIPE_IDS } from "../../course/recipe-ids.js";
import { Comparison } from "./comparison.jsx";

/** @typedef {import("../../store/state.js").RecipeId} RecipeId */

/**
 * A is the formula of the section's figure; B is compared with it.
 * @param {{ offered: readonly string[] }} props  the rows to choose from
 */
export const Recipes = ({ offered }) => (
  <div class="card wild">
    <Shelf />
    <Comparison offered={offered} />
  </div>
);

function Shelf() {
  const { beside } = figures.variance.value;
  const first = recipeOf(figures.variance.value);
  return (
    <table class="shelf">
      <caption>Choose two, A and B</caption>
      <thead>
        <tr>
          <th scope="col">A</th>
          <th scope="col">B</th>
          <th scope="col">
            <span class="visually-hidden">formula</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {RECIPE_IDS.map((id) => (
          <tr key={id} data-chosen={id === first || id === beside ? "" : undefined}>
            <td>
              <Choice side="A" id={id} isChosen={id === first} choose={() => setFormula("variance", recipes[id])} />
            </td>
            <td>
              <Choice
                side="B"
                id={id}
                isChosen={id === beside}
                choose={() => {
                  setBeside("variance", id);
                  return true;
                }}
              />
            </td>
            <th scope="row">
              <strong>{recipes[id].name}</strong> <span>{describe(recipes[id])}</span>
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param {{ side: "A" | "B", id: RecipeId, isChosen: boolean, choose: () => boolean }} props */
const Choice = ({ side, id, isChosen, choose }) => (
  <label class="choice">
    <input
      type="radio"
      name={`recipe-${side}`}
      aria-label={`${side}: ${recipes[id].name}`}
      checked={isChosen}
      onClick={(event) => {
        if (!choose()) event.preventDefault();
      }}
    />
  </label>
);
