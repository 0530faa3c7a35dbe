import { useRef } from "preact/hooks";
import { askedCount } from "../../question/answered.js";
import { figures } from "../../store/state.js";
import { Paper } from "../../parts/paper.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { SectionView } from "../../parts/section.jsx";
import { Term } from "../../parts/term.jsx";
import { Predictions } from "../../question/predictions.jsx";
import { QuestionView } from "../../question/question.jsx";
import { keepComputing, shown } from "./answer.js";
import { Charts } from "./charts.jsx";
import { Panels } from "./panels.jsx";
import { inputsOf, MOST_LAYERS, NETWORKS, POOLED_FROM, SAMPLES } from "./limits.js";
import { checkDepth, predictions } from "./questions.js";
import { Readout } from "./readout.jsx";
import { Strip } from "./strip.jsx";
import { spec } from "./spec.js";
import { Foot, Toolbar } from "./toolbar.jsx";

/** A gain within this counts as the one that is asked for: a finger cannot set a hundredth. */
const NEAR = 0.03;

/** @param {import("../../course/sections.js").SectionProps} props */
export function Section(props) {
  return (
    <SectionView
      {...props}
      lesson="Deep down, small errors of size multiply"
      prose={<Prose />}
      more={[<Notes key="networks" />, <Afterwards key="others" />]}
    >
      <Asked />
      <figure class="figure card depth" id="why-figure" aria-labelledby="why-lesson" ref={useWhenNear(keepComputing)}>
        <Toolbar />
        <Results />
        <View />
        <Readout />
        <Foot />
      </figure>
      <Check />
    </SectionView>
  );
}

/** Components of their own, so that the rest of the section is not drawn again with them. */
const View = () => (figures.why.value.view === "one" ? <Panels key={isAnswered()} /> : <Charts key={isAnswered()} />);

const Results = () => <Strip key={isAnswered()} />;

/** With the first answer, elements come in place of the stand-ins: such that grew would shift what is beside them. */
const isAnswered = () => String(Boolean(shown.value));

/**
 * A component of its own, so that the rest of the section is not drawn again while the gain is dragged. The first
 * question is there before the networks are. The questions after it are about the networks.
 */
function Check() {
  const count = askedCount("why.check");
  const before = useRef(count).current;
  return <QuestionView id="why.check" kind="check" make={checkDepth(count > before ? shown.value : null)} />;
}

/** A component of its own, as Check. */
const Asked = () => (
  <Predictions
    section="why"
    predictions={predictions}
    isSeen={({ gain }) => Math.abs((shown.value?.settings.gain ?? 1) - gain) < NEAR}
  />
);

const Prose = () => (
  <>
    At a <Term name="gain" /> of a little more or less than 1, each layer makes its numbers a little too large or too
    small, and {spec.initial.layers} layers, one after another, make that a lot. A LayerNorm after each layer sets their
    spread back to 1 on the way forward; it does not set the size of the <Term name="gradient" /> that comes back.
  </>
);

/** How many inputs go through each network that is shown. */
function inputsShown() {
  const { view, features } = figures.why.value;
  return view === "one" ? SAMPLES : inputsOf(features);
}

/** How the networks are made, and what is drawn of them. */
const Notes = () => (
  <>
    <p>
      <strong>The networks.</strong> Those without a norm and those with it have the same random weights, which a{" "}
      <Term name="seed" /> draws alike each time, times the gain. Before its weights, each layer applies an{" "}
      <Term name="activation" /> such as <Term name="relu" then=";" /> a <Term name="residual" /> layer is added to what
      it gets. Each network gets {inputsShown()} inputs, and a layer’s spread is over its numbers for all of them. A
      thick line is the <Term name="median" /> of the networks; half of them lie in the band, between the{" "}
      <Term name="quartile" then=".">
        quartiles
      </Term>{" "}
      {figures.why.value.features >= POOLED_FROM && (
        <>
          Layers as wide as these take long to draw: the {NETWORKS} networks have the same {MOST_LAYERS} matrices of
          weights, each in an order of its own.{" "}
        </>
      )}
      Without a norm, a typical ReLU network’s spread lies below the <Term name="rms" /> of the numbers over all
      weights, the more so the narrower and the deeper it is:{" "}
      <Paper name="Hanin and Nica" year={2018} arxiv="1812.05994" />.
    </p>
    <p>
      <strong>The gradient</strong> that comes to the end has a spread of 1. “Of the weights” is what training uses: 1
      is its size in a layer that gets numbers as large as the first layer’s and a gradient of spread 1. With{" "}
      <em>pre</em> there is one more norm at the end, as in GPT-2. So the last layers’ weights get a gradient that is
      smaller the deeper the network, about 1 over the root of the depth; with <em>post</em> it is as large in a deep
      network as in a shallow one. That is the reason that{" "}
      <Paper name="Xiong and others" year={2020} arxiv="2002.04745" /> give for post’s need of a slow start in training.
    </p>
  </>
);

/** What stands in for a norm here, and how far. */
const Without = () => (
  <details>
    <summary>Without a norm: another start, or tanh(a x)</summary>
    <p>
      <strong>Another start.</strong> Weights begin with a factor that keeps the mean square of normally distributed
      numbers: “activation’s own” is computed for each activation. <em>He</em> is ReLU’s, √2 (
      <Paper name="He and others" year={2015} arxiv="1502.01852" />
      ): with the other activations here it is too large or too small, and so it is with ReLU at another gain than 1.{" "}
      <em>Fixup-like</em> (<Paper name="Zhang and others" year={2019} arxiv="1901.09321" />) is for residual networks of
      L branches. In a branch of m matrices the last begins as zero, the others with He’s factor times L to the power
      −1/(2m − 2). Here m = 2, so that it is 1/√L; Fixup’s extra factors and biases are left out. Each branch then adds
      0, at any gain and with any activation, and what comes in comes out. The squared gradients of all last matrices
      add up to about as much in a deep network as in a shallow one. All that is the start: training is not shown here.
    </p>
    <p>
      <strong>tanh(a x).</strong> <Paper name="Zhu and others" year={2025} arxiv="2503.10622" /> put it in a norm’s
      place, learn a, which begins at {spec.initial.alpha} (in their large language models at other values), and report
      that the networks they trained do as well as with norms. It keeps each number between −1 and 1, and that is all it
      promises: it does not look at the rest of the row. A small row stays small, and in the networks here without a
      residual, at a = {spec.initial.alpha} and a gain of 1, each layer makes the numbers smaller. With <em>pre</em> the
      stream keeps what it has, and here they do not vanish.
    </p>
  </details>
);

/** What others have found. */
const Afterwards = () => (
  <>
    <p>
      <strong>After training</strong> all this may be different. In GPT2-XL, a trained pre network, the stream grows
      about 1.045 times a layer, not with the root of the depth:{" "}
      <a href="https://www.lesswrong.com/posts/8mizBCm3dyc432nK8/residual-stream-norms-grow-exponentially-over-the-forward">
        Heimersheim and Turner (2023)
      </a>
      .
    </p>
    <Without />
    <details>
      <summary>“Internal covariate shift”: a contested reason</summary>
      <p>
        That is the reason that <Paper name="Ioffe and Szegedy" year={2015} arxiv="1502.03167" /> gave for BatchNorm,
        which came before LayerNorm: with each step of training, what a layer gets would change under it. It is
        contested. Santurkar and others found in <a href="https://arxiv.org/abs/1805.11604">2018 (arXiv:1805.11604)</a>{" "}
        that networks with BatchNorm train as well where added noise makes that shift worse.
      </p>
    </details>
  </>
);
