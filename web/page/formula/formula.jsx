/**
 * How the selected cell came about: the formula in symbols, then with the actual numbers in it. Each number is
 * linked to the cell it was taken from: in the formula for the pointer, and below it as a button, for nothing
 * inside a formula can have the focus.
 */
import { CELLS, CLASS } from "../model/compute.js";
import { select, setValue } from "../model/figure-state.js";
import { formatAt, formatEps, formatNumber, formatterOf, parseNumber } from "../model/format.js";
import { isLocked } from "../model/lesson.js";
import { coordinatesOf, formatShape, groupNoun, letterOf } from "../model/shapes.js";
import { IconButton } from "../parts/controls.jsx";
import { late } from "../parts/late.js";
import { linked } from "./linked.js";
import { Spread, Symbols } from "./math.jsx";
import { groupName, groupPhrase, subscript } from "../parts/names.js";
import { nudged } from "../parts/nudged.js";
import { isNarrow } from "../parts/screen.js";
import { XHat } from "../parts/x-hat.jsx";

/** @typedef {import("../model/state.js").FigureId} FigureId */
/** @typedef {import("../model/derive.js").Derived} Derived */
/** @typedef {import("preact").ComponentChildren} Children */
/** @typedef {import("../figure/figure.jsx").Hovered} Hovered */
/**
 * @typedef {object} Scene
 * @property {FigureId} id
 * @property {import("../model/state.js").Figure} figure
 * @property {Derived} view
 * @property {number} element  the selected one
 * @property {number} group  its own
 * @property {number} met  the group whose statistics it meets
 * @property {Pick<Derived, "centred" | "normalized"> | { error: string }} made  what comes of x − mean
 * @property {import("../figure/figure.jsx").Pointed | null} pointed
 */
/**
 * A number of the formula, and where it came from.
 * @typedef {object} Source
 * @property {"x" | "mean" | "variance" | "out" | "weight" | "bias"} from
 * @property {number} index  of its cell there
 * @property {number} group
 * @property {number} [element]  where it stands for one
 * @property {Children} name
 * @property {string} text
 * @property {boolean} isPointed
 */
/**
 * @typedef {object} Shown
 * @property {Children} title
 * @property {Parameters<typeof Symbols>[0]["of"]} [of]
 * @property {Children} [working]  in MathML
 * @property {number} [length]  of its longest line, in characters: it is set smaller where that does not fit
 * @property {string} [result]
 * @property {Source[]} [sources]
 * @property {Children} [sourcesName]  what they have in common
 * @property {Children} saying
 * @property {boolean} [compared]  whether the book's two recipes stand under it
 */

/**
 * @param {{ id: FigureId, hovered: Hovered, pointed: Hovered, sheet: import("@preact/signals").Signal<boolean>,
 *   naive?: boolean }} props
 */
export function Formula({ id, hovered, pointed, sheet, naive = false }) {
  const { figure, view } = late(id);
  const scene = sceneOf(id, figure, view, naive, pointed.value);
  const { element, group } = scene;
  const shown = FORMULAS[figure.at.panel](scene);
  /** The button that closes the sheet goes with it: the focus goes back to the cell. */
  const close = () => {
    sheet.value = false;
    const { panel } = figure.at;
    goTo(scene, panel, panel === "mean" || panel === "variance" ? group : element);
  };
  const point = (/** @type {Event} */ event) => {
    const source = sourceAt(event.target);
    linked.value = source && { id, from: source.from };
    return source;
  };
  const unpoint = () => {
    linked.value = null;
    hovered.value = null;
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
      onPointerOver={point}
      onPointerLeave={unpoint}
      onFocusIn={(event) => {
        const source = point(event);
        hovered.value = source && { group: source.group, element: source.element };
      }}
      onFocusOut={unpoint}
    >
      <IconButton icon="close" label="Close" class="sheet-close" onClick={close} />
      <h3>
        {shown.title}
        <span class="subscript">
          {figure.at.panel === "mean" || figure.at.panel === "variance"
            ? ` of ${groupPhrase(view, group)}`
            : subscript(view, element)}
        </span>
      </h3>
      {shown.of && <Symbols of={shown.of} figure={figure} />}
      {shown.working && (
        <math class="numbers" style={{ "--length": (shown.length ?? 0) + (shown.result ?? "").length }}>
          <mrow>
            {shown.working}
            <mo>=</mo>
            <mn class="result">{shown.result}</mn>
          </mrow>
        </math>
      )}
      {shown.sources && <Sources {...shown} sources={shown.sources} />}
      <p class="saying">{shown.saying}</p>
      {shown.compared && <Recipes {...scene} />}
      <ValueEditor {...scene} />
    </div>
  );
}

/**
 * @param {FigureId} id
 * @param {Scene["figure"]} figure
 * @param {Derived} view
 * @param {boolean} naive
 * @param {Scene["pointed"]} pointed
 * @returns {Scene}
 */
function sceneOf(id, figure, view, naive, pointed) {
  const element = figure.at.index;
  const group = view.groupOf[element];
  const made = naive && view.broadcast !== "right" ? view.naive : view;
  const met = "takenFrom" in made ? made.takenFrom[element] : group;
  return { id, figure, view, element, group, met, made, pointed };
}

/** @param {EventTarget | null} target */
function sourceAt(target) {
  const mark = target instanceof Element ? target.closest("[data-from]") : null;
  if (mark === null) return null;
  const read = (/** @type {string} */ name) => mark.getAttribute(`data-${name}`);
  return {
    from: /** @type {Source["from"]} */ (read("from")),
    index: Number(read("index")),
    group: Number(read("group")),
    element: read("element") === null ? null : Number(read("element")),
  };
}

/** @param {Element} element */
function isInView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

/**
 * Leads to a cell: focus goes there, and focus selects. Of a large tensor it may have to come into the window first.
 * @param {Scene} scene
 * @param {string} panel
 * @param {number} index
 */
function goTo({ id, view, figure }, panel, index) {
  const focus = () => {
    const cell = document.querySelector(`#${id}-figure [data-panel="${panel}"] [data-index="${index}"]`);
    if (cell instanceof HTMLElement) cell.focus({ preventScroll: isInView(cell) });
    return cell !== null;
  };
  if (focus() || panel === "weight" || panel === "bias") return;
  const isStatistic = panel === "mean" || panel === "variance";
  select(id, {
    panel: /** @type {typeof figure.at.panel} */ (panel),
    index: isStatistic ? view.members[index][0] : index,
  });
  requestAnimationFrame(focus);
}

// Numbers ----------------------------------------------------------------------------------------------------

/**
 * @param {Scene} scene
 * @param {"x" | "out"} from
 * @param {number} element
 * @param {string} text
 * @param {Children} name
 * @returns {Source}
 */
const ofElement = ({ view, pointed }, from, element, text, name) => ({
  from,
  index: element,
  group: view.groupOf[element],
  element,
  name,
  text,
  isPointed: pointed?.element === element,
});

/** @param {Scene} scene @returns {Source} */
const theX = (scene) => {
  const { view, element } = scene;
  return ofElement(scene, "x", element, formatAt(view.x, element), `x${subscript(view, element)}`);
};

/** @param {Scene} scene @param {"mean" | "variance"} from @returns {Source} */
function theStatistic({ figure, view, met, pointed }, from) {
  const name = from === "mean" ? "mean" : figure.center ? "var" : "mean x²";
  return {
    from,
    index: met,
    group: met,
    name: view.members.length === 1 ? name : `${name} ${letterOf(met)}`,
    text: formatAt(view[from], met),
    isPointed: pointed?.group === met && pointed.element === null,
  };
}

/** @param {Scene} scene @param {"weight" | "bias"} from @returns {Source} */
function theAffine({ view, element, group }, from) {
  const place = view.placeOf[element];
  const where = formatShape(coordinatesOf(place, view.affineShape));
  return { from, index: place, group, name: from + where, text: formatAt(view[from], place), isPointed: false };
}

/** What tells where a number came from, for the pointer and for the figure. @param {Source} source */
const marks = ({ from, index, group, element, isPointed }) => ({
  "data-from": from,
  "data-index": index,
  "data-group": group,
  "data-element": element,
  "data-hue": group % 6,
  "data-twin": isPointed ? "" : undefined,
});

/** @param {Source} source */
const Num = (source) => <mn {...marks(source)}>{source.text}</mn>;

/** A bracket as high as a digit. As a boolean, Preact would leave the attribute out. */
const FLAT = { stretchy: /** @type {any} */ ("false") };

/** A number that is subtracted: one that is negative stands in brackets. @param {Source} source */
const Subtrahend = (source) =>
  source.text.startsWith("−") ? (
    <mrow>
      <mo {...FLAT}>(</mo>
      <Num {...source} />
      <mo {...FLAT}>)</mo>
    </mrow>
  ) : (
    <Num {...source} />
  );

/** As in TeX, the exponent stands on the bracket, however high the number is. @param {Source} source */
const Square = (source) => (
  <mrow>
    <mo {...FLAT}>(</mo>
    <Num {...source} />
    <msup>
      <mo {...FLAT}>)</mo>
      <mn>2</mn>
    </msup>
  </mrow>
);

/** @param {{ sources: Source[], sourcesName?: Children }} props */
const Sources = ({ sources, sourcesName }) => (
  <div class="sources" role="group" aria-label="Where the numbers come from">
    {sourcesName && <span class="sources-name">{sourcesName}</span>}
    {sources.map((source) => (
      <button type="button" class="chip" key={`${source.from}${source.index}`} {...marks(source)}>
        <span>
          <small>{source.name}</small> <b>{source.text}</b>
        </span>
      </button>
    ))}
  </div>
);

// Sums -------------------------------------------------------------------------------------------------------

/** More terms than this are cut short. */
const TERMS = 12;
const FIRST = 3;
/** Characters on a line of a sum. */
const ROW_NARROW = 24;
const ROW = 48;

/** Of a line of numbers, in characters. @param {readonly Source[]} sources */
const lengthOf = (sources) => sources.reduce((length, { text }) => length + text.length + AROUND, 0);

/** Of a long sum the first members and the last. @param {readonly number[]} members */
const shownOf = (members) =>
  members.length <= TERMS ? members : [...members.slice(0, FIRST), members[members.length - 1]];

/** Around a number, in characters: its sign and its box; brackets and an exponent. */
const AROUND = 3;
const AROUND_SQUARE = 5;
/** What stands for those that are left out. */
const CUT = 4;

/**
 * Terms broken into lines.
 * @param {readonly Source[]} sources
 * @param {Source | null} last  of a sum that is cut short
 * @param {boolean} isSquared
 * @returns {{ rows: Source[][], length: number }}
 */
function broken(sources, last, isSquared) {
  const room = isNarrow.value ? ROW_NARROW : ROW;
  /** @type {Source[][]} */
  const rows = [];
  let length = 0;
  let used = Infinity;
  for (const source of sources) {
    const needed = source.text.length + (isSquared ? AROUND_SQUARE : AROUND) + (source === last ? CUT : 0);
    if (used + needed > room) {
      rows.push([]);
      used = 0;
    }
    rows[rows.length - 1].push(source);
    used += needed;
    length = Math.max(length, used);
  }
  return { rows, length };
}

/** @param {{ rows: readonly Source[][], last: Source | null, isSquared: boolean }} props last: of a sum cut short */
const Sum = ({ rows, last, isSquared }) => (
  <mtable class="sum">
    {rows.map((row, i) => (
      <mtr key={i}>
        <mtd>
          {row.map((source, j) => (
            <mrow key={source.index}>
              {i + j > 0 && <mo class="plus">+</mo>}
              {source === last && (
                <>
                  <mo>⋯</mo>
                  <mo>+</mo>
                </>
              )}
              {isSquared ? <Square {...source} /> : <Num {...source} />}
            </mrow>
          ))}
        </mtd>
      </mtr>
    ))}
  </mtable>
);

/**
 * A sum over the members of the group, and what it is divided by.
 * @param {Scene} scene
 * @param {Float32Array} values
 * @param {boolean} isSquared
 * @param {Children} under
 */
function average(scene, values, isSquared, under) {
  const { view, group } = scene;
  const members = view.members[group];
  const format = formatterOf(values);
  const sources = shownOf(members).map((index) => ofElement(scene, "x", index, format(index), subscript(view, index)));
  const last = members.length > TERMS ? sources[FIRST] : null;
  const { rows, length } = broken(sources, last, isSquared);
  return {
    sources,
    length,
    working: (
      <mfrac>
        <Sum rows={rows} last={last} isSquared={isSquared} />
        {under}
      </mfrac>
    ),
  };
}

// Formulas ---------------------------------------------------------------------------------------------------

/** x, x − mean or x̂, as far as the stage goes. @param {Scene} scene @returns {Shown} */
function ofOut(scene) {
  const { figure, view, element, made } = scene;
  const { stage, center } = figure;
  const x = theX(scene);
  if (stage === 0 || (stage === 1 && !center)) {
    return { title: "x", working: <Num {...x} />, result: x.text, sources: [x], saying: beforeIt(scene) };
  }
  const of = stage === 1 ? "centred" : "normalized";
  const title = stage === 1 ? "(x − mean)" : <XHat />;
  if ("error" in made) return { title, of, saying: nothingSaying(scene) };
  const mean = theStatistic(scene, "mean");
  const variance = theStatistic(scene, "variance");
  const above = center ? (
    <mrow>
      <Num {...x} />
      <mo>−</mo>
      <Subtrahend {...mean} />
    </mrow>
  ) : (
    <Num {...x} />
  );
  const result = formatAt(made[of], element);
  if (stage === 1) {
    const sources = [x, mean];
    return { title, of, working: above, result, length: lengthOf(sources), sources, saying: centredSaying(scene) };
  }
  const under = variance.text.length + AROUND + (figure.eps === 0 ? 0 : formatEps(figure.eps).length + AROUND);
  return {
    title,
    of,
    result,
    length: Math.max(lengthOf(center ? [x, mean] : [x]), under),
    working: (
      <mfrac>
        {above}
        <Spread eps={figure.eps} epsAt={figure.epsAt} epsilon={<mn>{formatEps(figure.eps)}</mn>}>
          <Num {...variance} />
        </Spread>
      </mfrac>
    ),
    sources: center ? [x, mean, variance] : [x, variance],
    saying: normalizedSaying(scene),
    compared: center && figure.channelGroups === 1 && made === view,
  };
}

/** @param {Scene} scene */
function beforeIt({ figure, view, group }) {
  if (figure.stage === 1) return "RMSNorm takes no mean away: at this stage nothing happens.";
  const [shared, are] = figure.center ? ["one mean and one variance", "they are"] : ["one mean of squares", "it is"];
  return `${groupName(view, group)} shares ${shared}. Move on, and ${are} put to use.`;
}

/** @param {Scene} scene */
function centredSaying(scene) {
  if (scene.made !== scene.view) return metSaying(scene, "mean");
  return `How far it lies from the mean of its ${groupNoun(scene.view.shape, scene.view.dims)}.`;
}

/** @param {Scene} scene */
const nothingSaying = ({ view: { broadcast, shape, statisticShape } }) =>
  broadcast === "raises"
    ? `${formatShape(shape)} and ${formatShape(statisticShape)} do not line up: there is no number here.`
    : "It comes out in another shape than x has: there is no one number here.";

/** Whose statistic was met, where the shapes were lined up as they are. @param {Scene} scene @param {string} what */
function metSaying({ view, group, met }, what) {
  if (met === group) return `Its own ${what}, by luck: this is where the two ways of lining up agree.`;
  const [theirs, own] = [met, group].map((which) => groupPhrase(view, which));
  return `That is the ${what} of ${theirs}, and the value is in ${own}: nothing was raised, and it is wrong.`;
}

/** What was just done, or why it came out odd. @param {Scene} scene */
function normalizedSaying(scene) {
  const { figure, view, element, group, made } = scene;
  const { eps, epsAt, center } = figure;
  if (made !== view) return metSaying(scene, "mean and variance");
  const noun = groupNoun(view.shape, view.dims);
  const variance = view.variance[group];
  if (Number.isNaN(variance)) {
    return `A ${noun} of one value has no variance over n − 1: that is 0 ÷ 0, and NaN from there on.`;
  }
  if (Number.isNaN(view.normalized[element])) {
    const why = center ? `Every value of this ${noun} is the same` : `Every value of this ${noun} is 0`;
    return `${why}, so this is 0 ÷ 0. An eps ${epsAt} the root makes it 0.`;
  }
  if (epsAt === "inside" && (variance === Infinity || (variance === 0 && eps === 0))) {
    return (
      `The ${center ? "variance" : "mean of squares"} is too ${variance === 0 ? "small" : "large"} for a float32, ` +
      `and shows as ${formatAt(view.variance, group)}. The kernels reckon such a ${noun} in double precision.`
    );
  }
  const others = view.members.length > 1 ? ` No other ${noun} matters.` : "";
  const own = center ? `Its own value, minus the mean of the ${noun},` : "Its own value";
  return `${own} over ${rootPhrase(figure, noun)}.${others}`;
}

/** @param {Scene["figure"]} figure @param {string} noun */
function rootPhrase({ eps, epsAt, center }, noun) {
  const spread = center ? "standard deviation" : "root mean square";
  if (eps === 0) return `the ${noun}’s ${spread}`;
  if (epsAt === "outside") return `the ${noun}’s ${spread} plus eps`;
  return `the root of the ${noun}’s ${center ? "variance" : "mean square"} plus eps`;
}

/** @param {Scene} scene @returns {Shown} */
function ofMean(scene) {
  const { view, group } = scene;
  return {
    title: "mean",
    of: "mean",
    ...average(scene, view.x, false, <mn>{view.groupSize}</mn>),
    sourcesName: "x",
    result: formatAt(view.mean, group),
    saying:
      view.groupSize === 1
        ? "The one value there is: where the beads balance."
        : `All ${view.groupSize} values, added up and shared out equally: where the beads balance.`,
  };
}

/** @param {Scene} scene @returns {Shown} */
function ofVariance(scene) {
  const { figure, view, group } = scene;
  const isUnbiased = figure.center && figure.correction === 1;
  const under = isUnbiased ? (
    <mrow>
      <mn>{view.groupSize}</mn>
      <mo>−</mo>
      <mn>1</mn>
    </mrow>
  ) : (
    <mn>{view.groupSize}</mn>
  );
  return {
    title: figure.center ? "var" : "mean x²",
    of: "variance",
    ...average(scene, view.centred, true, under),
    sourcesName: figure.center ? "x − mean" : "x",
    result: formatAt(view.variance, group),
    saying: figure.center
      ? `The distances from the mean, squared, and averaged over ${isUnbiased ? "n − 1 (Bessel’s correction)" : "n"}.`
      : "The values themselves, squared, and averaged over n: no mean is taken away.",
  };
}

/** @param {Scene} scene @returns {Shown} */
function ofY(scene) {
  const { figure, view, element } = scene;
  const name = (
    <>
      <XHat />
      {subscript(view, element)}
    </>
  );
  const out = ofElement(scene, "out", element, formatAt(view.normalized, element), name);
  const weight = theAffine(scene, "weight");
  const bias = theAffine(scene, "bias");
  return {
    title: "y",
    of: "y",
    working: (
      <mrow>
        <Num {...out} />
        <mo>·</mo>
        <Subtrahend {...weight} />
        <mo>+</mo>
        <Subtrahend {...bias} />
      </mrow>
    ),
    result: formatAt(view.y, element),
    length: lengthOf([out, weight, bias]),
    sources: [out, weight, bias],
    saying:
      `Every ${groupNoun(view.shape, view.dims)} meets the same weights and biases, one of each for every ` +
      `place in it${figure.weight ? "." : "; at first they are 1 and 0, and change nothing."}`,
  };
}

const FORMULAS = { x: ofOut, out: ofOut, y: ofY, mean: ofMean, variance: ofVariance };

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

/** The value of x behind the selected cell, for fingers as for keys. @param {Scene} scene */
function ValueEditor({ id, view, element, group }) {
  const value = view.x[element];
  const isFixed = isLocked("x");
  const set = (/** @type {number} */ next) => setValue(id, "x", element, next);
  const name = `x${subscript(view, element)}`;
  return (
    <div class="value-editor">
      <label for={`${id}-value`}>{name}</label>
      <span class="stepper">
        <IconButton
          icon="minus"
          label={`Lower ${name}`}
          disabled={isFixed}
          onClick={() => set(nudged(value, -1, view.x))}
        />
        <input
          id={`${id}-value`}
          inputMode="decimal"
          autocomplete="off"
          spellcheck={false}
          readOnly={isFixed}
          value={formatAt(view.x, element)}
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
        <IconButton
          icon="plus"
          label={`Raise ${name}`}
          disabled={isFixed}
          onClick={() => set(nudged(value, 1, view.x))}
        />
      </span>
      <span class="hint">{isFixed ? "fixed in this lesson" : `group ${letterOf(group)} follows`}</span>
    </div>
  );
}
