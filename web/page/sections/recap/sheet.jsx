/** The course on two pages: formulas and the family, shapes and traps. What is on them is computed, not copied. */
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import affine from "../../kit/equations/affine.tex";
import normalized from "../../kit/equations/family.tex";
import gradient from "../../kit/equations/gradient.tex";
import mean from "../../kit/equations/mean.tex";
import rmsNorm from "../../kit/equations/rms-norm.tex";
import variance from "../../kit/equations/variance.tex";
import { family } from "../../figure/dims/family.js";
import { dimsInCall, dimSets, meanCall } from "../../figure/dims/broadcast.js";
import { codeFor, codeText } from "../../figure/code/code.js";
import { broadcastOf } from "../../kit/broadcast.js";
import { formatShape, reducedShape, sizeOf } from "../../kit/shapes.js";
import { CLASS } from "../../course/book.js";
import { Typeset } from "../../parts/typeset.jsx";
import { specs } from "../../course/specs.js";
import { factsOf, SHAPE } from "./family-facts.js";
import { Traps } from "./traps.jsx";
import { WorkedRow } from "./worked-row.jsx";

/** Folded on a screen, where it is long; on paper it is whole. */
export function Sheet() {
  const isOpen = useSignal(false);
  useEffect(() => {
    let wasOpen = false;
    const unfold = () => {
      wasOpen = isOpen.value;
      isOpen.value = true;
    };
    const foldAgain = () => {
      isOpen.value = wasOpen;
    };
    addEventListener("beforeprint", unfold);
    addEventListener("afterprint", foldAgain);
    return () => {
      removeEventListener("beforeprint", unfold);
      removeEventListener("afterprint", foldAgain);
    };
  }, []);
  return (
    <div class="sheet">
      <details
        class="card folded"
        open={isOpen.value}
        onToggle={(event) => {
          isOpen.value = event.currentTarget.open;
        }}
      >
        <summary>
          <h3>The course on a sheet</h3> <span>two pages, A4 or Letter</span>
        </summary>
        <Pages />
      </details>
      <button type="button" class="pill" onClick={printSheet}>
        Print the sheet
      </button>
    </div>
  );
}

const Pages = () => (
  <div class="sheet-pages">
    <article class="sheet-page card" aria-label="Sheet, page 1">
      <SheetHead page={1} />
      <Formulas />
      <WorkedRow />
      <Family />
    </article>
    <article class="sheet-page card" aria-label="Sheet, page 2">
      <SheetHead page={2} />
      <Shapes />
      <InCode />
      <Traps />
    </article>
  </div>
);

/** Prints the sheet alone. The browser's own command prints the whole page. */
function printSheet() {
  const { dataset } = document.documentElement;
  dataset.print = "sheet";
  addEventListener("afterprint", () => delete dataset.print, { once: true });
  print();
}

/** @param {{ page: number }} props */
const SheetHead = ({ page }) => (
  <p class="sheet-head">
    <strong>layernorm</strong> <span>how normalization works, by hand</span> <span>{page} of 2</span>
  </p>
);

/** @type {readonly (readonly [name: string, formula: string, note: string])[]} */
const FORMULAS = [
  ["mean", mean, "over the numbers of one group, n of them"],
  ["variance", variance, "σ is its root, the standard deviation; over n − 1 it is Bessel’s correction"],
  ["normalized", normalized, "has mean 0 and variance σ² ÷ (σ² + ε)"],
  [
    "scale, shift",
    affine,
    "weight w and bias b are learned: in LayerNorm a pair for each place, the same for every group; in BatchNorm and GroupNorm a pair for each channel",
  ],
  ["RMSNorm", rmsNorm, "takes no mean away; a weight, and no bias"],
  ["gradient", gradient, "g is the gradient of y times w; what comes out has mean 0 and, but for ε, no part along x̂"],
];

const Formulas = () => (
  <section>
    <h4>Formulas</h4>
    <dl class="sheet-formulas">
      {FORMULAS.map(([name, formula, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Typeset mathml={formula} />
            <p>{note}</p>
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

/**
 * A table that scrolls by itself where there is no room for it.
 * @param {{ label: string, heads: readonly string[], children: import("preact").ComponentChildren }} props
 */
const WideTable = ({ label, heads, children }) => (
  <div class="wide" role="group" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

/** What the dims of the family's tensor stand for. */
const AXES = ["N", "C", "H", "W"];

function Family() {
  const members = family.map(factsOf);
  return (
    <section>
      <h4>The family as sets of axes</h4>
      <p>
        But for RMSNorm, the formula is the same. What differs is the dims that are averaged, here filled, of a tensor
        [N, C, H, W]: examples, channels, height and width, say{" "}
        <span class="unbroken">
          <code>{formatShape(SHAPE)}</code>.
        </span>
      </p>
      <WideTable label="The family" heads={["layer", "averaged", "one mean for each", "means", "learned"]}>
        {members.map(({ member, call, dims, means, learned, channelGroups }) => (
          <tr key={member.name}>
            <th scope="row">
              <strong>{member.name}</strong>
              <code>{call}</code>
            </th>
            <td>
              <Axes dims={dims} channelGroups={channelGroups} />
              <code>dims ({dims.join(", ")})</code>
            </td>
            <td>
              {member.per}
              {member.uncentred && ", of squares"}
            </td>
            <td>{means}</td>
            <td>{learned}</td>
          </tr>
        ))}
      </WideTable>
      <p>
        In a transformer the tensor is [batch, tokens, embedding], and LayerNorm and RMSNorm name the last dim alone:
        each token is normalized by itself. Here only BatchNorm mixes examples. After model.eval() it computes with the
        running mean and variance that it kept in training; so does InstanceNorm, where it is made with
        track_running_stats=True.
      </p>
    </section>
  );
}

/** @param {{ dims: readonly number[], channelGroups: number }} props */
const Axes = ({ dims, channelGroups }) => (
  <span class="sheet-axes" aria-hidden="true">
    {AXES.map((axis, dim) => (
      <span key={axis} data-named={dims.includes(dim) ? "" : undefined}>
        {axis}
        {channelGroups > 1 && axis === "C" && <sub>/{channelGroups}</sub>}
      </span>
    ))}
  </span>
);

/** A tensor whose sizes all differ, and a square one, in which they do not. */
const TENSORS = [
  { shape: [2, 3, 4], sets: dimSets(3) },
  { shape: [3, 3], sets: [[1]] },
];

const OUTCOMES = { right: "fits", wrong: "fits by chance, and is wrong", raises: "raises an error" };

const Shapes = () => (
  <section>
    <h4>Shapes</h4>
    <p>
      The dim you name disappears; with keepdim it stays, with size 1. In x&nbsp;−&nbsp;mean, the two shapes are lined
      up from the right. Two sizes fit if they are the same, if one of them is 1, or if the dim is missing on the left.
    </p>
    <WideTable label="Shapes" heads={["x", "mean", "shape", "with keepdim", "means", "x − mean, without keepdim"]}>
      {TENSORS.flatMap(({ shape, sets }) =>
        sets.map((dims) => (
          <tr key={`${shape}:${dims}`}>
            <td class="unbroken">{formatShape(shape)}</td>
            <th scope="row">
              <code>{meanCall(dims, false)}</code>
            </th>
            <td class="unbroken">{formatShape(reducedShape(shape, dims, false))}</td>
            <td class="unbroken">{formatShape(reducedShape(shape, dims, true))}</td>
            <td>{sizeOf(reducedShape(shape, dims, false))}</td>
            <td>{OUTCOMES[broadcastOf(shape, dims, false)]}</td>
          </tr>
        )),
      )}
    </WideTable>
    <p>
      dim −1 is the last one: of three dims, <code>dim=-1</code> is <code>dim=2</code>. A call may name several, as in{" "}
      <span class="unbroken">
        <code>dim={dimsInCall([1, 2])}</code>.
      </span>
    </p>
  </section>
);

/** The formula of the book's class, with weight and bias. */
const AS_CLASS = {
  ...specs.dim.initial,
  ...CLASS,
  dims: [1],
  keepdim: true,
  stage: 3,
  weight: [1],
  bias: [0],
};

const InCode = () => (
  <section>
    <h4>In PyTorch, line by line</h4>
    <pre role="group" tabIndex={0} aria-label="LayerNorm in PyTorch, line by line">
      <code>{codeText(codeFor("pytorch", { figure: AS_CLASS, shape: [2, 6] }))}</code>
    </pre>
  </section>
);
