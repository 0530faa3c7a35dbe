import { dimsInWords } from "./dims/broadcast.js";
import { derived } from "./state/derived.js";
import { setCopies, setLayout } from "./state/settings.js";
import { dimInCode } from "./dims/resolve.js";
import { formatShape, reducedShape, splitChannels } from "../kit/shapes.js";
import { figures } from "../store/state.js";
import { Segmented } from "../parts/controls.jsx";
import { canStack } from "./cells/frame.js";

/** @typedef {import("./values/derive.js").Derived} Derived */

/** Why the dim must be put back before the subtraction. */
const OR_ELSE = {
  wrong: "or x − mean is wrong, without an error",
  raises: "or x − mean raises an error",
};

/**
 * The shapes along the way: [2, 6] → mean → [2, 1] → broadcast → [2, 6].
 * @param {{ id: import("../store/state.js").FigureId, naive: boolean }} props
 */
export function ShapeLine({ id, naive }) {
  const { layout, copies } = figures[id].value;
  const view = derived[id].value;
  return (
    <div class="shape-line">
      <Steps id={id} naive={naive} />
      {canStack(view.shape) && (
        <Segmented
          name={`${id}-layout`}
          legend="matrices"
          value={layout}
          onChange={(value) => setLayout(id, value)}
          options={[
            { value: /** @type {"facets" | "stack"} */ ("facets"), label: "facets" },
            { value: /** @type {const} */ ("stack"), label: "stack" },
          ]}
        />
      )}
      <button type="button" class="pill copies-toggle" aria-pressed={copies} onClick={() => setCopies(id, !copies)}>
        show broadcast
      </button>
    </div>
  );
}

/**
 * Groups of channels are a dim of their own on the way; RMSNorm takes the mean of the squares.
 * @param {{ id: import("../store/state.js").FigureId, naive: boolean }} props
 */
function Steps({ id, naive }) {
  const { keepdim, center, channelGroups } = figures[id].value;
  const view = derived[id].value;
  const { statisticShape, broadcast } = view;
  const { shape, dims } = splitChannels(view.shape, view.dims, channelGroups);
  const inCode = dims.map((dim) => String(dimInCode(dim, shape)).replace("-", "−"));
  const isNaive = naive && broadcast !== "right";
  const reshape = channelGroups > 1 && <span class="step">reshape</span>;
  return (
    <p>
      {reshape && (
        <>
          <span class="step">
            <code>{formatShape(view.shape)}</code>
          </span>
          {reshape}
          <Arrow />
        </>
      )}
      <span class="step">
        <Struck shape={shape} dims={dims} />
      </span>
      <span class="step">
        {center ? "" : "x²."}mean(dim={dims.length === 1 ? inCode[0] : `(${dims.join(", ")})`}, keepdim=
        {keepdim ? "True" : "False"})
      </span>
      <Arrow />
      <code>{formatShape(statisticShape)}</code>
      {isNaive ? <Naive view={view} /> : <Meant shape={shape} dims={dims} inCode={inCode} broadcast={broadcast} />}
      {reshape && !isNaive && (
        <>
          {reshape}
          <Arrow />
          <code>{formatShape(view.shape)}</code>
        </>
      )}
    </p>
  );
}

/**
 * From the mean's shape to that of x: the dim is put back where it is missing, and the mean is broadcast.
 * @param {Pick<Derived, "shape" | "dims" | "broadcast"> & { inCode: readonly string[] }} props
 */
const Meant = ({ shape, dims, inCode, broadcast }) => (
  <>
    {broadcast !== "right" && (
      <>
        <span class="step">
          {inCode.map((dim) => `unsqueeze(${dim})`).join(".")}, {OR_ELSE[broadcast]}
        </span>
        <Arrow />
        <code>{formatShape(reducedShape(shape, dims, true))}</code>
      </>
    )}
    <span class="step">broadcast along {dimsInWords(dims)}</span>
    <Arrow />
    <code>{formatShape(shape)}</code>
  </>
);

/** The result of x − mean where the dim is not put back. @param {{ view: Derived }} props */
function Naive({ view: { shape, statisticShape, broadcast } }) {
  return (
    <>
      <span class="step">
        <code>{formatShape(shape)}</code> − <code>{formatShape(statisticShape)}</code>
      </span>
      <Arrow />
      <strong class="step-wrong">{broadcast === "raises" ? "an error" : "no error, and wrong"}</strong>
    </>
  );
}

const Arrow = () => (
  <span class="arrow">
    <span class="visually-hidden">gives</span>
    <span aria-hidden="true">→</span>
  </span>
);

/**
 * The shape with the named dims struck out.
 * @param {{ shape: readonly number[], dims: readonly number[] }} props
 */
function Struck({ shape, dims }) {
  return (
    <code>
      [
      {shape.map((size, dim) => (
        <span key={dim}>
          {dim > 0 && ", "}
          {dims.includes(dim) ? <s>{size}</s> : size}
        </span>
      ))}
      ]
    </code>
  );
}
