/**
 * How the selected cell came about: the formula in symbols, then with the actual numbers in it. Each number
 * is a button that leads to the cell it was taken from.
 */
import { Fragment } from "preact";
import { CELLS, CLASS } from "../model/compute.js";
import { STAGE_VALUES } from "../model/derive.js";
import { derived } from "../model/derived.js";
import { setValue } from "../model/figure-state.js";
import { formatEps, formatNumber, formatNumbers, parseNumber } from "../model/format.js";
import { groupNoun, letterOf } from "../model/shapes.js";
import { figures } from "../model/state.js";
import { IconButton } from "./controls.jsx";
import { Symbols } from "./math.jsx";
import { groupName, subscript } from "./names.js";
import { nudged } from "./tensor-view.jsx";
import { XHat } from "./x-hat.jsx";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {import("../model/derive.js").Derived} Derived */
/**
 * @typedef {{ id: FigureId, figure: import("../model/state.js").Figure, view: Derived, element: number,
 *   group: number }} Scene
 */

/** @param {{ id: FigureId, sheet: import("@preact/signals").Signal<boolean> }} props */
export function Formula({ id, sheet }) {
  const figure = figures[id].value;
  const view = derived[id].value;
  const element = figure.at.index;
  const group = view.groupOf[element];
  const scene = { id, figure, view, element, group };
  /** The button that closes the sheet goes with it: the focus goes back to the cell. */
  const close = () => {
    sheet.value = false;
    const { panel } = figure.at;
    goTo(id, panel, panel === "mean" || panel === "variance" ? group : element);
  };
  const Shown = { x: OfOut, out: OfOut, y: OfY, mean: OfMean, variance: OfVariance }[figure.at.panel];
  return (
    <div
      role="group"
      class="formula"
      aria-label="Formula of the selected cell"
      data-sheet={sheet.value}
      data-hue={group % 6}
      onKeyDown={(event) => {
        if (event.key === "Escape" && sheet.value) close();
      }}
    >
      <IconButton
        icon="close"
        label="Close"
        class="sheet-close"
        onClick={close}
      />
      <Shown {...scene} />
      <ValueEditor {...scene} />
    </div>
  );
}

/** @param {Element} element */
function isInView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

/**
 * Leads to a cell: focus goes there, and focus selects.
 * @param {FigureId} id
 * @param {string} panel
 * @param {number} index
 */
function goTo(id, panel, index) {
  const cell = document.querySelector(`#${id}-figure [data-panel="${panel}"] [data-index="${index}"]`);
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: isInView(cell) });
}

/**
 * A number in the formula.
 * @param {{ scene: Scene, panel: "x" | "mean" | "variance" | "out" | "weight" | "bias", index: number, text:
 *   string }} props
 */
function Chip({ scene: { id, group }, panel, index, text }) {
  return (
    <button
      type="button"
      class="chip"
      data-from={panel}
      data-group={group}
      data-element={panel === "x" || panel === "out" ? index : undefined}
      onClick={() => goTo(id, panel, index)}
      title={`To its cell in ${PANEL_TITLES[panel]}`}
    >
      {text}
    </button>
  );
}

const PANEL_TITLES = {
  x: "x",
  mean: "mean",
  variance: "var",
  out: "the third panel",
  weight: "weight",
  bias: "bias",
};

/** @param {{ title: import("preact").ComponentChildren, scene: Scene }} props */
function Title({ title, scene: { view, figure, element, group } }) {
  const grouped = figure.at.panel === "mean" || figure.at.panel === "variance";
  return (
    <h3>
      {title}
      <span class="subscript">
        {grouped
          ? ` of ${groupName(view, group)
              .toLowerCase()
              .replace(/ [a-z]$/, (letter) => letter.toUpperCase())}`
          : subscript(view, element)}
      </span>
    </h3>
  );
}

/** @param {{ children: import("preact").ComponentChildren, result: string }} props */
const Numbers = ({ children, result }) => (
  <div class="numbers">
    <span class="working">{children}</span>
    <span class="equals">=</span>
    <strong class="result">{result}</strong>
  </div>
);

/** @param {{ over: import("preact").ComponentChildren, under: import("preact").ComponentChildren }} props */
const Fraction = ({ over, under }) => (
  <span class="fraction">
    <span class="over">{over}</span>
    <span class="visually-hidden"> over </span>
    <span class="under">{under}</span>
  </span>
);

/** @param {{ children: import("preact").ComponentChildren }} props */
const Root = ({ children }) => (
  <span class="root">
    <span class="visually-hidden">the square root of </span>
    <svg viewBox="0 0 12 24" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 14l3-2 4 11L11.5 1" />
    </svg>
    <span class="radicand">{children}</span>
  </span>
);

/** x, x − mean or x̂, as far as the stage goes. @param {Scene} scene */
function OfOut(scene) {
  const { figure, view, element, group } = scene;
  const { stage } = figure;
  const text = (/** @type {Float32Array} */ values, /** @type {number} */ index) =>
    formatNumbers(values)[index];
  const x = <Chip scene={scene} panel="x" index={element} text={text(view.x, element)} />;
  const mean = <Chip scene={scene} panel="mean" index={group} text={text(view.mean, group)} />;
  const result = text(view[STAGE_VALUES[stage]], element);
  if (stage === 0) {
    return (
      <>
        <Title title="x" scene={scene} />
        <Numbers result={result}>{x}</Numbers>
        <p>{groupName(view, group)} shares one mean and one variance. Move on, and they are put to use.</p>
      </>
    );
  }
  if (stage === 1) {
    return (
      <>
        <Title title="(x − mean)" scene={scene} />
        <Symbols of="centred" figure={figure} />
        <Numbers result={result}>
          {x} − {mean}
        </Numbers>
        <p>How far it lies from the mean of its {groupNoun(view.shape, view.dims)}.</p>
      </>
    );
  }
  return (
    <>
      <Title title={<XHat />} scene={scene} />
      <Symbols of="normalized" figure={figure} />
      <Numbers result={result}>
        <Fraction
          over={
            <>
              {x} − {mean}
            </>
          }
          under={
            <Root>
              <Variance scene={scene} />
            </Root>
          }
        />
      </Numbers>
      <p>{sentenceOf(scene)}</p>
      <Recipes {...scene} />
    </>
  );
}

/** What was just done, or why it came out odd. @param {Scene} scene */
function sentenceOf({ figure, view, element, group }) {
  const noun = groupNoun(view.shape, view.dims);
  const variance = view.variance[group];
  if (Number.isNaN(variance)) {
    return `A ${noun} of one value has no variance over n − 1: that is 0 ÷ 0, and NaN from there on.`;
  }
  if (Number.isNaN(view.normalized[element])) {
    return `Every value of this ${noun} is the same, so this is 0 ÷ 0. An eps under the root makes it 0.`;
  }
  if (variance === Infinity || (variance === 0 && figure.eps === 0)) {
    return (
      `The variance is too ${variance === 0 ? "small" : "large"} for a float32, and shows as ` +
      `${formatNumbers(view.variance)[group]}. The kernels reckon such a ${noun} in double precision.`
    );
  }
  const root =
    figure.eps === 0 ? `the ${noun}’s standard deviation` : `the root of the ${noun}’s variance and eps`;
  const others = view.members.length > 1 ? ` No other ${noun} matters.` : "";
  return `Its own value, less the mean of the ${noun}, over ${root}.${others}`;
}

/** @param {{ scene: Scene }} props */
function Variance({ scene }) {
  const {
    figure: { eps },
    view,
    group,
  } = scene;
  const chip = (
    <Chip scene={scene} panel="variance" index={group} text={formatNumbers(view.variance)[group]} />
  );
  return eps === 0 ? (
    chip
  ) : (
    <>
      {chip} + {formatEps(eps)}
    </>
  );
}

/** @param {Scene} scene */
function OfMean(scene) {
  const { figure, view, group } = scene;
  const texts = formatNumbers(view.x);
  return (
    <>
      <Title title="mean" scene={scene} />
      <Symbols of="mean" figure={figure} />
      <Numbers result={formatNumbers(view.mean)[group]}>
        <Fraction
          under={view.groupSize}
          over={joined(
            view.members[group].map((index) => (
              <Chip key={index} scene={scene} panel="x" index={index} text={texts[index]} />
            )),
          )}
        />
      </Numbers>
      <p>
        {view.groupSize === 1
          ? "The one value there is"
          : `All ${view.groupSize} values, added up and shared out equally`}
        : where the beads balance.
      </p>
    </>
  );
}

/** @param {Scene} scene */
function OfVariance(scene) {
  const { figure, view, group } = scene;
  const texts = formatNumbers(view.centred);
  return (
    <>
      <Title title="var" scene={scene} />
      <Symbols of="variance" figure={figure} />
      <Numbers result={formatNumbers(view.variance)[group]}>
        <Fraction
          under={figure.correction === 1 ? `${view.groupSize} − 1` : view.groupSize}
          over={joined(
            view.members[group].map((index) => (
              <span class="squared" key={index}>
                (<Chip scene={scene} panel="x" index={index} text={texts[index]} />
                )²
              </span>
            )),
          )}
        />
      </Numbers>
      <p>
        The distances from the mean, squared, and averaged
        {figure.correction === 1 ? " over n − 1 (Bessel’s correction)." : " over n."}
      </p>
    </>
  );
}

/** @param {import("preact").VNode[]} terms */
const joined = (terms) =>
  terms.map((term, i) =>
    i === 0 ? (
      term
    ) : (
      // The space stands outside, so that a long sum can be broken there.
      <Fragment key={`t${i}`}>
        {" "}
        <span class="term">+ {term}</span>
      </Fragment>
    ),
  );

/** @param {Scene} scene */
function OfY(scene) {
  const { figure, view, element } = scene;
  const place = view.placeOf[element];
  return (
    <>
      <Title title="y" scene={scene} />
      <Symbols of="y" figure={figure} />
      <Numbers result={formatNumbers(view.y)[element]}>
        <Chip scene={scene} panel="out" index={element} text={formatNumbers(view.normalized)[element]} />
        {" · "}
        <Chip scene={scene} panel="weight" index={place} text={formatNumbers(view.weight)[place]} />
        {" + "}
        <Chip scene={scene} panel="bias" index={place} text={formatNumbers(view.bias)[place]} />
      </Numbers>
      <p>
        Every {groupNoun(view.shape, view.dims)} meets the same weights and biases, one of each for every
        place in it{figure.weight ? "." : "; at first they are 1 and 0, and change nothing."}
      </p>
    </>
  );
}

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

/** The two recipes of the book side by side; the one in use is marked. @param {Scene} scene */
function Recipes({ figure, view, element }) {
  return (
    <table class="recipes">
      <caption class="visually-hidden">The same cell by two recipes</caption>
      <tbody>
        {RECIPES.map(({ label, whose, correction, eps, of }) => (
          <tr key={of} data-current={figure.correction === correction && figure.eps === eps}>
            <th scope="row">{label}</th>
            <td class="whose">{whose}</td>
            <td>{formatNumber(view[of][element])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The value of x behind the selected cell, for fingers as for keys. @param {Scene} scene */
function ValueEditor({ id, view, element }) {
  const value = view.x[element];
  const set = (/** @type {number} */ next) => setValue(id, "x", element, next);
  const name = `x${subscript(view, element)}`;
  return (
    <div class="value-editor">
      <label for={`${id}-value`}>{name}</label>
      <span class="stepper">
        <IconButton icon="minus" label={`Lower ${name}`} onClick={() => set(nudged(value, -1, view.x))} />
        <input
          id={`${id}-value`}
          inputMode="decimal"
          autocomplete="off"
          spellcheck={false}
          value={formatNumbers(view.x)[element]}
          onChange={(event) => {
            const next = parseNumber(event.currentTarget.value);
            if (!Number.isNaN(next)) set(next);
            else event.currentTarget.value = formatNumber(value);
          }}
          onKeyDown={(event) => {
            const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (!direction) return;
            event.preventDefault();
            set(nudged(value, direction, view.x));
          }}
        />
        <IconButton icon="plus" label={`Raise ${name}`} onClick={() => set(nudged(value, 1, view.x))} />
      </span>
      <span class="hint">group {letterOf(view.groupOf[element])} follows</span>
    </div>
  );
}
