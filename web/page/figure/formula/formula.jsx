/**
 * The working of the selected cell: the formula in symbols, then with the actual numbers in it. Each number is
 * linked to the cell it was taken from: in the formula for the pointer, and below it as a button.
 */
import { AllDigits } from "../words/all-digits.jsx";
import { IconButton } from "../../parts/controls.jsx";
import { shownFigure } from "../state/after-paint.js";
import { groupCalled } from "../words/group-nouns.js";
import { subscript } from "../words/subscript.js";
import { pointedNumber } from "../state/pointed.js";
import { BookRecipes } from "./book-recipes.jsx";
import { derivations } from "./derivations.jsx";
import { goTo } from "./go-to.js";
import { isStatistic, sceneOf } from "./scene.js";
import { sourceAt } from "./source.js";
import { SourceChips } from "./source-chips.jsx";
import { Symbols } from "./symbols.jsx";
import { ValueEditor } from "./value-editor.jsx";

/** @typedef {import("../state/pointed.js").Hovered} Hovered */

/**
 * @param {{ id: import("../../store/state.js").FigureId, hovered: Hovered, pointed: Hovered,
 *   sheet: import("@preact/signals").Signal<boolean>, naive?: boolean }} props  pointed: what is hovered, a picture
 *   later; sheet: whether the formula is drawn out over a phone's lower edge
 */
export function Formula({ id, hovered, pointed, sheet, naive = false }) {
  const { figure, view } = shownFigure(id);
  const scene = sceneOf(id, figure, view, naive, pointed.value);
  const { element, group } = scene;
  const shown = derivations[figure.at.panel](scene);
  /** The button that closes the sheet goes with it: the focus goes back to the cell. */
  const close = () => {
    sheet.value = false;
    goTo(scene, figure.at.panel, isStatistic(figure.at.panel) ? group : element);
  };
  return (
    <div
      role="group"
      class="formula"
      aria-label="Formula of the selected cell"
      data-sheet={sheet.value}
      onKeyDown={(event) => {
        if (event.key === "Escape" && sheet.value) close();
      }}
      onClick={(event) => {
        const source = sourceAt(event.target);
        if (source) goTo(scene, source.from, source.index);
      }}
      {...pointing(id, hovered)}
    >
      <IconButton icon="close" label="Close" class="sheet-close" onClick={close} />
      <h3>
        {shown.title}
        <span class="subscript">
          {isStatistic(figure.at.panel) ? ` of ${groupCalled(view, group)}` : subscript(view, element)}
        </span>
      </h3>
      {shown.of && <Symbols of={shown.of} figure={figure} />}
      {shown.working && <Working {...shown} />}
      {shown.sources && <SourceChips {...shown} sources={shown.sources} />}
      <p class="saying">{shown.saying}</p>
      {shown.compared && <BookRecipes {...scene} />}
      <ValueEditor {...scene} />
    </div>
  );
}

/**
 * A number that is pointed at, or has the focus, lights its line of code; one that has the focus its cell too, as the
 * figure does it for the pointer.
 * @param {import("../../store/state.js").FigureId} id
 * @param {Hovered} hovered
 */
function pointing(id, hovered) {
  const point = (/** @type {Event} */ { target }) => {
    const source = sourceAt(target);
    pointedNumber.value = source && { id, from: source.from };
    return source;
  };
  const unpoint = () => {
    pointedNumber.value = null;
    hovered.value = null;
  };
  return {
    onPointerOver: point,
    onPointerLeave: unpoint,
    onFocusIn: (/** @type {Event} */ event) => {
      const source = point(event);
      hovered.value = source && { group: source.group, element: source.element };
    },
    onFocusOut: unpoint,
  };
}

/** The formula with its numbers. @param {import("./derivations.jsx").Derivation} props */
const Working = ({ working, result = "", sign = "=", offersAll = false, length = 0 }) => (
  <>
    <math class="numbers" display="block" style={{ "--length": length + result.length }}>
      <mrow>
        {working}
        <mo>{sign}</mo>
        <mn class="result">{result}</mn>
      </mrow>
    </math>
    {offersAll && <AllDigits />}
  </>
);
