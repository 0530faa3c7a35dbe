/** The four traps, each a card: what happens, numbers that show it, and where to try it. */
import { useMemo } from "preact/hooks";
import { CLASS } from "../../course/book.js";
import { sections } from "../../course/sections.js";
import { setBeside, setFormula, setKeepdim, setPreset } from "../../figure/state/settings.js";
import { recipes } from "../../figure/values/recipes.js";
import { constants, TORCH } from "../../figure/values/torch.js";
import { formatEps, formatNumbers } from "../../figure/words/format-tensor.js";
import { printed, writtenOut } from "../../figure/words/small-numbers.js";
import { formatNumber } from "../../kit/format.js";
import { formatShape } from "../../kit/shapes.js";
import { Term } from "../../parts/term.jsx";
import { isShown, mayChange } from "../../store/lesson.js";
import { commit, state } from "../../store/state.js";
import { constantRows, divisors, largeConstant, printedMeans, squareRows } from "./cards.js";

/** @typedef {import("preact").ComponentChildren} Children */

export const Traps = () => (
  <div class="trap-cards">
    <Divisor />
    <Constant />
    <Square />
    <Rounding />
  </div>
);

/** @param {{ title: string, children: Children }} props */
const Trap = ({ title, children }) => (
  <section class="card trap">
    <h3>{title}</h3>
    {children}
  </section>
);

/** @param {{ head: readonly string[], rows: readonly (readonly [string, ...string[]])[] }} props */
const Numbers = ({ head, rows }) => (
  <table>
    <thead>
      <tr>
        {head.map((text) => (
          <th scope="col" key={text}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...texts]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {texts.map((text, i) => (
            <td key={i}>{text}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/**
 * A link to a section, whose figure is set to what the trap is about, where a lesson allows it.
 * @param {{ id: import("../../course/sections.js").SectionId, set: () => void, children: Children }} props
 */
function TryIt({ id, set, children }) {
  if (!isShown(id)) return null;
  const section = sections.find((each) => each.id === id);
  return (
    <p class="try">
      <a href={`#${id}`} onClick={set}>
        {children} {section?.called}
      </a>
    </p>
  );
}

function compareTwo() {
  setFormula("variance", recipes.cells);
  setBeside("variance", "class");
}

function Divisor() {
  const { n, cells, asClass, growth } = useMemo(divisors, []);
  return (
    <Trap title="1 · n or n&nbsp;−&nbsp;1">
      <p>
        torch.var divides by n&nbsp;−&nbsp;1 unless told otherwise, nn.LayerNorm by n. Divided by more, the variance is
        smaller, and so is its root; x̂, which is divided by the root, lies √({n} ÷ {n - 1}) = {formatNumber(growth)}{" "}
        times as far from 0, but for eps. The longer the row, the less it matters.
      </p>
      <Numbers
        head={["x̂[0] of the book’s row", "over", "is"]}
        rows={[
          ["the cells", "n − 1", formatNumber(cells)],
          ["the class", "n", formatNumber(asClass)],
        ]}
      />
      <p class="try">
        <button type="button" class="pill" onClick={compareTwo}>
          Compare them
        </button>
      </p>
    </Trap>
  );
}

function Constant() {
  const rows = useMemo(constantRows, []);
  const { count, odd, mostWithEps } = constants;
  const large = useMemo(largeConstant, []);
  return (
    <Trap title="2 · eps, and a row of one number">
      <p>
        Without eps, a row of one number six times gives 0 ÷ 0: <Term name="nan" then="." /> But where its mean is
        rounded to a neighbour, every x&nbsp;−&nbsp;mean is the same tiny error, divided by its own size, and ±√(5 ÷ 6)
        comes out: pure <Term name="rounding" then="," /> and nothing is raised.
      </p>
      <Numbers
        head={["six times", "x − mean", "x̂, over n − 1"]}
        rows={rows.map(({ constant, off, normalized }) => [String(constant), printed(off), formatNumber(normalized)])}
      />
      <p>
        These are added and rounded as PyTorch does. Of {count} constants from N(0, 1), the book’s cells in PyTorch{" "}
        {TORCH} give such numbers for {odd[6]} in rows of 6, for {odd[768]} in rows of 768, NaN for the others, never
        inf; this package, which rounds a mean once, NaN for all. With an eps of {formatEps(CLASS.eps)} PyTorch’s
        largest is {printed(mostWithEps)}; six times {large.constant.toLocaleString("en")} gives{" "}
        {formatNumber(large.normalized)}.
      </p>
    </Trap>
  );
}

function showSquare() {
  setPreset("shapes", "square");
  setKeepdim("shapes", false);
}

function Square() {
  const { shape, row, means, right, wrong, statisticShape, meanOf } = useMemo(squareRows, []);
  const list = (/** @type {readonly number[]} */ values) => `[${formatNumbers(values).join(", ")}]`;
  return (
    <Trap title="3 · the square without keepdim">
      <p>
        Without keepdim the means of {formatShape(shape)} have shape {formatShape(statisticShape)}, and line up with the
        columns: column j loses the mean of row j. Nothing is raised, because the sizes fit.
      </p>
      <Numbers
        head={[`row 0, ${list(row)}`, "less its mean", "mean then"]}
        rows={[
          ["keepdim=True", list(right), formatNumber(meanOf(right))],
          ["keepdim=False", list(wrong), formatNumber(meanOf(wrong))],
        ]}
      />
      <p>The rows’ means are {list(means)}.</p>
      <TryIt id="shapes" set={showSquare}>
        See the square in
      </TryIt>
    </Trap>
  );
}

/** The six numbers whose mean prints as the book's does, in the precision lens. */
function showBits() {
  if (!mayChange("precision", "from")) return;
  commit({ ...state.value, precision: { ...state.value.precision, from: "less1", bits: "", order: "torch" } });
}

function Rounding() {
  const means = useMemo(printedMeans, []);
  const book = means[1].mean;
  return (
    <Trap title={`4 · numbers that print as ${printed(book)}`}>
      <p>
        {printed(book)} is {writtenOut(book)}: 0, but for rounding. How much is left hangs on a last bit of the layer’s
        outputs, which may differ from machine to machine; it may be 0, too.
      </p>
      <Numbers
        head={["the layer’s outputs", `mean, PyTorch ${TORCH}`]}
        rows={means.map(({ outputs, mean }) => [outputs, printed(mean)])}
      />
      <p>The book prints the second; so does PyTorch from this page’s outputs.</p>
      <TryIt id="precision" set={showBits}>
        See its bits in
      </TryIt>
    </Trap>
  );
}
