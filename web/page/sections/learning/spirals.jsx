/** Two networks learn two spirals, one of them with LayerNorm: their losses, and the score of each at every place. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Picture } from "../../figure/cells/overview.jsx";
import { formatBrief, formatTick } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { CopyButton } from "../../parts/copy-button.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { Refusal } from "../../parts/refusal.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { Term } from "../../parts/term.jsx";
import { Caption } from "./caption.jsx";
import { Curves } from "./curves.jsx";
import { set } from "./actions.js";
import { answer, keepTraining, reached, stepsMade } from "./answer.js";
import { programOf } from "./program.js";
import rates from "./losses.json" with { type: "json" };
import { found, paceText } from "./sentences.js";
import { MAP, MOST_TRAINED, PACES, SEEDS } from "./limits.js";
import { TrainingButtons } from "./training-buttons.jsx";

/** @typedef {import("./job.js").Told} Told */

const NAMES = { without: "without LayerNorm", with: "with LayerNorm" };
const NOTHING = new Float32Array(MAP.cells ** 2).fill(NaN);
/** A loss from 1e-4 to 10, in powers of ten. */
const POWERS = /** @type {const} */ ([-4, 1]);

export function Spirals() {
  return (
    <figure
      class="figure card learning"
      id="learning-figure"
      aria-labelledby="learning-spirals"
      ref={useWhenNear(keepTraining)}
    >
      <Caption id="learning-spirals" title="Two networks learn two spirals">
        Both get a point’s two coordinates and say on which arm it lies. They have two layers of 32 units with{" "}
        <span class="unbroken">ReLU</span> and the same weights at first, but one has a LayerNorm in each layer. Every
        step moves each weight against its gradient, times the <Term name="rate" />.
      </Caption>
      <Toolbar />
      <Body />
      {answer.failure.value !== "" && (
        <Refusal id="learning-failure" why={`The networks do not answer: ${answer.failure.value}`} />
      )}
      <div class="spirals-foot">
        <div>
          <Found />
          <p class="learning-note">
            PyTorch’s networks, from the same seed, have the same losses within a thousandth as long as a curve is calm.
            Where it jumps, the last digit of a number decides how: a browser whose exp rounds otherwise may jump
            elsewhere.
          </p>
        </div>
        <Rates />
      </div>
      <Program />
    </figure>
  );
}

function Toolbar() {
  const { seed, pace } = figures.learning.value;
  // A link may bring another rate.
  const paces = PACES.includes(pace) ? PACES : [...PACES, pace].sort((a, b) => a - b);
  return (
    <div class="toolbar">
      <StepSlider
        id="learning-pace"
        label="learning rate"
        steps={paces}
        value={pace}
        format={paceText}
        locked={isFixed("learning", "pace")}
        onChange={(value) => set("pace", value)}
      />
      <TrainingButtons counter="trained" stride={10} made={stepsMade} />
      <SeedField
        id="learning-seed"
        locked={isFixed("learning", "seed")}
        label="seed"
        seed={seed}
        seeds={SEEDS}
        step={1}
        other="Other seed"
        onChange={(value) => set("seed", value)}
      />
      <History section="learning" />
    </div>
  );
}

function Body() {
  const told = answer.shown.value?.value;
  return (
    <div class="learning-body spirals lab" aria-busy={answer.isBusy.value}>
      {
        /** @type {const} */ (["without", "with"]).map((which) => (
          <Decisions key={which} which={which} told={told?.[which]} x={told?.x} trained={told?.trained ?? 0} />
        ))
      }
      <div class="spirals-losses">
        <Curves
          label="the losses of both networks by step, on a logarithmic axis"
          lines={told ? [told.without, told.with].map(({ losses }, i) => ({ name: LINES[i], losses })) : []}
          most={MOST_TRAINED}
          powers={POWERS}
          ticks={[-4, -3, -2, -1, 0, 1]}
        />
        <p class="spirals-legend">
          {LINES.map((line) => (
            <span key={line}>
              <svg viewBox="0 0 24 8" aria-hidden="true" data-line={line}>
                <path class="curves-line" d="M0 4H24" />
              </svg>{" "}
              {NAMES[line]}
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}

const LINES = /** @type {const} */ (["without", "with"]);

/** A score as a value of the cells' colours: ±10 where the network is sure. @param {number} score */
const shadeOf = (score) => 10 * Math.tanh(score / 2);

/**
 * @param {{ which: "without" | "with", told: Told | undefined, x: Float32Array | undefined, trained: number }} props
 */
function Decisions({ which, told, x, trained }) {
  const values = useMemo(() => told?.map.map(shadeOf) ?? NOTHING, [told]);
  const count = x ? x.length / 2 : 0;
  return (
    <div class="decisions" data-network={which}>
      <h4>{NAMES[which]}</h4>
      <div class="decisions-map" role="img" aria-label={told ? spoken(which, told, count) : NAMES[which]}>
        <Picture values={values} width={MAP.cells} height={MAP.cells} />
        {x && <Points x={x} />}
      </div>
      <p class="decisions-facts">
        <span>
          loss <b>{told ? formatBrief(told.losses[trained]) : "…"}</b>
        </span>{" "}
        <span>
          right{" "}
          <b key={told && x ? "there" : "awaited"}>
            {told ? told.right : "…"} of {told ? count : "…"}
          </b>
        </span>
      </p>
    </div>
  );
}

/** @param {"without" | "with"} which @param {Told} told @param {number} count */
const spoken = (which, { right }, count) =>
  `${NAMES[which]}: the arm it sees at every place; ${right} of ${count} points right`;

/** Discs on one arm, squares on the other. @param {{ x: Float32Array }} props */
function Points({ x }) {
  const arms = useMemo(() => {
    const paths = ["", ""];
    for (let i = 0; i < x.length / 2; i++)
      paths[i % 2] += `M${x[2 * i].toFixed(3)} ${(-x[2 * i + 1]).toFixed(3)}h.0001`;
    return paths;
  }, [x]);
  const { reach } = MAP;
  return (
    <svg viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`} aria-hidden="true">
      {arms.map((d, arm) => (
        <g key={arm} data-arm={arm}>
          <path d={d} data-edge="" />
          <path d={d} />
        </g>
      ))}
    </svg>
  );
}

function Found() {
  const now = answer.shown.value;
  if (!now) return <p class="learning-finding">{answer.failure.value === "" ? "The networks are being made." : ""}</p>;
  if (!answer.isSettled.value && figures.learning.value.trained - now.settings.trained > 20)
    return <p class="learning-finding">{`${reached.value} of ${figures.learning.value.trained} steps …`}</p>;
  return <p class="learning-finding">{found(now.value, now.settings.rate)}</p>;
}

/** Losses that were measured beforehand, at all rates. The smaller one is bold. */
const Rates = () => (
  <table class="learning-table spirals-rates">
    <caption>
      loss after {rates.steps} steps, the middle one of {rates.seeds} seeds
    </caption>
    <thead>
      <tr>
        <th scope="col">learning rate</th>
        {LINES.map((line) => (
          <th scope="col" key={line}>
            {line}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rates.losses.map((losses) => (
        <tr key={losses.rate}>
          <th scope="row">{paceText(losses.rate)}</th>
          {LINES.map((line) => (
            <td key={line} data-least={losses[line] <= Math.min(losses.without, losses.with) ? "" : undefined}>
              {formatTick(losses[line])}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** The training as a program of its own. */
function Program() {
  const isOpen = useSignal(false);
  const text = programOf(figures.learning.value);
  return (
    <>
      <button
        type="button"
        class="explain-button"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        The program, as you would write it
      </button>
      {isOpen.value && (
        <div class="program" role="group" aria-label="The program">
          <p>
            It runs in Node, after <code>npm install layernorm</code>, and prints the losses that are drawn here.
            <CopyButton text={text} />
          </p>
          <pre tabIndex={0}>
            <code>{text}</code>
          </pre>
        </div>
      )}
    </>
  );
}
