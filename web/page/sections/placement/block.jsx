/** One block, drawn from below: the stream goes up, and each part reads it and is added to it. */
import { figures } from "../../store/state.js";
import { NAMES } from "./sentences.js";

/** Where things stand, in the drawing's units, which are px. */
const STREAM = 66;
const BESIDE = 168;
const BOX = { width: 108, height: 30 };
/** The lower ends of the two parts of the block. */
const PARTS = [
  { from: 306, name: "attention" },
  { from: 182, name: "MLP" },
];

const SAYS = {
  pre: "The stream itself meets no norm: each part reads a normalized copy, and adds to what is there.",
  post: "The stream is normalized after each sum: two times in each block.",
};

export function Block() {
  const { place, last } = figures.placement.value;
  return (
    <div class="placement-block" data-place={place}>
      <h4>
        {NAMES[place]}: <code>{place === "pre" ? "x + f(LN(x))" : "LN(x + f(x))"}</code>
      </h4>
      <svg
        width="250"
        height="320"
        viewBox="0 0 250 320"
        role="img"
        aria-label={`A block of ${NAMES[place]}. ${SAYS[place]}`}
      >
        <path class="block-stream" d={`M${STREAM} 318V6`} />
        <path class="block-arrow" d={`M${STREAM - 6} 10L${STREAM} 2L${STREAM + 6} 10Z`} />
        {PARTS.map((part) => (
          <Part key={part.name} {...part} place={place} />
        ))}
        {place === "pre" && (
          <>
            <Box x={STREAM} y={30} name="last norm" kind="norm" isOff={last === "without"} />
            <text x={STREAM + 66} y={35}>
              once, after all blocks
            </text>
          </>
        )}
      </svg>
      <p>{SAYS[place]}</p>
    </div>
  );
}

/** @param {{ from: number, name: string, place: "pre" | "post" }} props */
function Part({ from, name, place }) {
  const isPre = place === "pre";
  const sum = isPre ? from - 104 : from - 62;
  return (
    <g>
      <path class="block-way" d={`M${STREAM} ${from - 6}H${BESIDE}V${sum}H${STREAM + 10}`} />
      {isPre && <Box x={BESIDE} y={from - 32} name="LN" kind="norm" />}
      <Box x={BESIDE} y={isPre ? from - 76 : from - 34} name={name} kind="part" />
      <circle class="block-sum" cx={STREAM} cy={sum} r={10} />
      <path class="block-plus" d={`M${STREAM - 5} ${sum}h10m-5 -5v10`} />
      {!isPre && <Box x={STREAM} y={from - 96} name="LN" kind="norm" />}
    </g>
  );
}

/** @param {{ x: number, y: number, name: string, kind: "norm" | "part", isOff?: boolean }} props */
const Box = ({ x, y, name, kind, isOff }) => (
  <g class="block-box" data-kind={kind} data-off={isOff ? "" : undefined}>
    <rect x={x - BOX.width / 2} y={y - BOX.height / 2} width={BOX.width} height={BOX.height} rx={6} />
    <text x={x} y={y + 4.5} text-anchor="middle">
      {isOff ? `no ${name}` : name}
    </text>
  </g>
);
