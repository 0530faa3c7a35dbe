/** Two networks learn two spirals, one of them with LayerNorm: their losses, and the score of each at every place. */
import { useMemo } from "preact/hooks";
import { Picture } from "../../figure/cells/overview.jsx";
import { Fold } from "../../figure/fold.jsx";
import { formatBrief } from "../../kit/format.js";
import { isFixed } from "../../store/lesson.js";
import { figures } from "../../store/state.js";
import { Caption } from "../../parts/caption.jsx";
import { CopyButton } from "../../parts/copy-button.jsx";
import { Curves } from "../../parts/curves.jsx";
import { StepSlider } from "../../parts/fields.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { Refusal } from "../../parts/refusal.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SeedField } from "../../parts/seed-field.jsx";
import { Term } from "../../parts/term.jsx";
import { TrainingButtons } from "../../parts/training-buttons.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { Covered } from "../../question/covered.jsx";
import { set, training } from "./actions.js";
import { answer, keepTraining, reached, stepsMade } from "./answer.js";
import { MAP, MOST_TRAINED, PACES, SEEDS } from "./limits.js";
import { every, LINES, nearestTo, seeds } from "./measured.js";
import { points } from "./points.js";
import { programOf, pythonOf } from "./program.js";
import { predictions } from "./questions.js";
import { Rates } from "./rates.jsx";
import { Reason } from "./reason.jsx";
import { found, paceText } from "./sentences.js";

/** @typedef {import("./job.js").Told} Told */
/** @typedef {import("./measured.js").Which} Which */

const NAMES = { without: "without LayerNorm", with: "with LayerNorm" };
const NOTHING = new Float32Array(MAP.cells ** 2).fill(NaN);
/** A loss from 1e-4 to 10, in powers of ten. */
const POWERS = /** @type {const} */ ([-4, 1]);

export function Spirals() {
  return (
    <figure
      class="figure card spirals"
      id="spirals-figure"
      aria-labelledby="spirals-title"
      ref={useWhenNear(keepTraining)}
    >
      <Caption id="spirals-title" title="Two networks learn two spirals">
        Both get a point’s two coordinates and say on which arm it lies. They have two layers of 32 units with{" "}
        <span class="unbroken">ReLU</span> and the same weights at first, but one has a LayerNorm in each layer. Every
        step moves each weight against the gradient of the <Term name="loss" then="," /> times the learning rate.
      </Caption>
      <Toolbar />
      <Result />
      <Body />
      {answer.failure.value !== "" && (
        <Refusal id="spirals-failure" why={`The networks do not answer: ${answer.failure.value}`} />
      )}
      <Covered
        section="spirals"
        name="spirals-why"
        what={`What came of ${seeds} seeds at each rate, and why: predict first, above.`}
        isSeen={() => predictions.some(({ isSeen }) => isSeen(figures.spirals.value))}
      >
        <Rates />
        <Reason />
      </Covered>
      <Program />
    </figure>
  );
}

function Toolbar() {
  const { seed, pace } = figures.spirals.value;
  // A link may bring another rate.
  const paces = PACES.includes(pace) ? PACES : [...PACES, pace].sort((a, b) => a - b);
  return (
    <div class="toolbar">
      <StepSlider
        id="spirals-pace"
        label="learning rate"
        steps={paces}
        value={pace}
        format={paceText}
        locked={isFixed("spirals", "pace")}
        onChange={(value) => set("pace", value)}
      />
      <TrainingButtons training={training} stride={10} made={stepsMade} />
      <SeedField
        id="spirals-seed"
        locked={isFixed("spirals", "seed")}
        label="seed"
        seed={seed}
        seeds={SEEDS}
        step={1}
        other="Other seed"
        onChange={(value) => set("seed", value)}
      />
    </div>
  );
}

/** Both losses, how many points are right, and who is ahead. */
function Result() {
  const spirals = answer.shown.value?.value;
  return (
    <ResultStrip id="spirals">
      {LINES.map((which) => (
        <Score
          key={`${which} ${spirals !== undefined}`}
          which={which}
          told={spirals?.[which]}
          trained={spirals?.trained ?? 0}
        />
      ))}
      <p class="spirals-found" key={String(spirals !== undefined)}>
        {sentence()}
      </p>
    </ResultStrip>
  );
}

/** @param {{ which: Which, told: Told | undefined, trained: number }} props */
const Score = ({ which, told, trained }) => (
  <p class="spirals-score" data-network={which}>
    <Key which={which} /> {which}: loss <strong>{told ? formatBrief(told.losses[trained]) : "…"}</strong>
    <span>
      <b key={told ? "there" : "awaited"}>{told ? told.right : "…"} of 120</b> right
    </span>
  </p>
);

function sentence() {
  const now = answer.shown.value;
  if (!now) return answer.failure.value === "" ? "The networks are being made." : "";
  const { trained } = figures.spirals.value;
  if (!answer.isSettled.value && trained - now.settings.trained > 20) return `${reached.value} of ${trained} steps …`;
  return found(now.value);
}

/** How a network's line is drawn. @param {{ which: Which }} props */
const Key = ({ which }) => (
  <svg class="spirals-key" viewBox="0 0 24 8" aria-hidden="true" data-line={which}>
    <path class="curves-line" d="M0 4H24" />
  </svg>
);

function Body() {
  const told = answer.shown.value?.value;
  const x = points.value;
  const { pace } = figures.spirals.value;
  const measured = nearestTo(pace);
  return (
    <div class="spirals-body lab" data-changes aria-busy={answer.isBusy.value}>
      {LINES.map((which) => (
        <Decisions key={which} which={which} told={told?.[which]} x={x} />
      ))}
      <div class="spirals-losses">
        <Curves
          label="the losses of both networks by step, on a logarithmic axis"
          lines={told ? LINES.map((name) => ({ name, losses: told[name].losses })) : []}
          stored={LINES.map((name) => ({ name, losses: measured[name].curve }))}
          every={every}
          most={MOST_TRAINED}
          powers={POWERS}
          ticks={[-4, -3, -2, -1, 0, 1]}
        />
        <p class="spirals-legend">
          {LINES.map((line) => (
            <span key={line}>
              <Key which={line} /> {NAMES[line]}
            </span>
          ))}
          <span>
            faint: the median of {seeds} seeds at {paceText(measured.rate)}
          </span>
        </p>
      </div>
    </div>
  );
}

/** A score as a value of the cells' colours: ±10 where the network is sure. @param {number} score */
const shadeOf = (score) => 10 * Math.tanh(score / 2);

/** @param {{ which: Which, told: Told | undefined, x: Float32Array }} props */
function Decisions({ which, told, x }) {
  const values = useMemo(() => told?.map.map(shadeOf) ?? NOTHING, [told]);
  return (
    <div class="decisions">
      <h4>{NAMES[which]}</h4>
      <div class="decisions-map" role="img" aria-label={told ? spoken(which, told, x.length / 2) : NAMES[which]}>
        <Picture values={values} width={MAP.cells} height={MAP.cells} />
        <Points x={x} />
      </div>
    </div>
  );
}

/** @param {Which} which @param {Told} told @param {number} count */
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

const LANGUAGES = /** @type {const} */ ([
  {
    name: "JavaScript",
    how: (
      <>
        It runs in Node, after <code>npm install layernorm</code>, and prints the losses that are drawn here.
      </>
    ),
    textOf: programOf,
  },
  {
    name: "Python",
    how: (
      <>
        The same networks in PyTorch. Their losses are those drawn here within a thousandth as long as a curve is calm.
        Where it jumps, the last digit of a number decides how: another machine may jump elsewhere.
      </>
    ),
    textOf: pythonOf,
  },
]);

/** The training as a program of its own, in two languages. */
const Program = () => (
  <Fold title="The program, as you would write it" beside={<History section="spirals" />}>
    {() =>
      LANGUAGES.map(({ name, how, textOf }) => {
        const text = textOf(figures.spirals.value);
        return (
          <div key={name} class="program" role="group" aria-label={`The program in ${name}`}>
            <p>
              {how}
              <CopyButton text={text} what={`the program in ${name}`} />
            </p>
            <pre tabIndex={0}>
              <code>{text}</code>
            </pre>
          </div>
        );
      })
    }
  </Fold>
);
