import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { askedCount } from "../../question/answered.js";
import { figures } from "../../store/state.js";
import { useWhenNear } from "../../parts/when-near.js";
import { SectionView } from "../../parts/section.jsx";
import { Term } from "../../parts/term.jsx";
import { QuestionView } from "../../question/question.jsx";
import { keepComputing, shown } from "./answer.js";
import { Panels } from "./panels.jsx";
import { ACTS, checkDepth, predictSpread } from "./questions.js";
import { Readout } from "./readout.jsx";
import { Toolbars } from "./toolbar.jsx";

/** A gain within this counts as the one that is asked for: a finger cannot set a hundredth. */
const NEAR = 0.03;

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  return (
    <SectionView {...props} lesson="Deep down, small errors of size explode" prose={<Prose />}>
      <Predictions />
      <figure class="figure card depth" id="why-figure" aria-labelledby="why-lesson" ref={useWhenNear(keepComputing)}>
        <Caption />
        <Toolbars />
        <Panels />
        <Readout />
      </figure>
      <Check />
    </SectionView>
  );
}

/**
 * A component of its own, so that the rest of the section is not drawn again while the gain is dragged. The first
 * question is there before the networks are. The questions after it are about the networks.
 */
function Check() {
  const count = askedCount("why.check");
  const before = useRef(count).current;
  return <QuestionView id="why.check" kind="check" make={checkDepth(count > before ? shown.value : null)} />;
}

/** One prediction after another: the next is asked once the reader has set the gain of the one before. */
function Predictions() {
  const at = useSignal(0);
  const [gain, next] = ACTS.slice(at.value);
  const seen = useRef(new Set()).current;
  const now = shown.value?.settings.gain ?? 1;
  for (const act of ACTS) if (Math.abs(now - act) < NEAR) seen.add(act);
  useEffect(() => {
    // The button that was pressed went with its question: the reader goes on at the new prompt.
    if (at.value > 0)
      /** @type {HTMLElement | null} */ (document.querySelector("#why [data-kind=predict] .prompt"))?.focus();
  }, [at.value]);
  return (
    <QuestionView
      key={gain}
      id={`why.predict${gain}`}
      kind="predict"
      make={() => predictSpread(gain)}
      acted={seen.has(gain)}
      act={`Now drag the gain to ${gain}.`}
    >
      {next !== undefined && (
        <button
          type="button"
          class="text-button another"
          onClick={() => {
            at.value++;
          }}
        >
          And at a gain of {next}?
        </button>
      )}
    </QuestionView>
  );
}

const Prose = () => (
  <>
    A layer multiplies its numbers by weights, and where these are a little too large or too small, so is the spread of
    what comes out. No layer looks wrong, but {figures.why.value.layers} of them come one after another, and their
    factors multiply. Each <Term name="gradient" />, from which a network learns, comes back through the same weights
    and grows or vanishes on its way. A normalization in each layer makes the spread 1 again, whatever the weights are,
    so that nothing builds up. “Internal covariate shift”, the reason that Ioffe and Szegedy gave in 2015 for BatchNorm,
    which came before LayerNorm, is contested: Santurkar and others found in 2018 that networks with BatchNorm train as
    well where added noise makes that shift worse.
  </>
);

/** What is drawn, with the words that the controls use. */
const Caption = () => (
  <p class="depth-caption">
    Two networks with the same random weights, which a <Term name="seed" /> always draws alike, times a gain. Before its
    weights, each layer applies an <Term name="activation" /> such as <Term name="relu" />; a <Term name="residual" />{" "}
    layer is added to what it gets.
  </p>
);
