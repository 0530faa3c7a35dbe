import { useRef } from "preact/hooks";
import { figures } from "../../store/state.js";
import { Paper } from "../../parts/paper.jsx";
import { ResultStrip } from "../../parts/result-strip.jsx";
import { SectionLink } from "../../parts/section-link.jsx";
import { SectionView } from "../../parts/section.jsx";
import { History } from "../../parts/history-buttons.jsx";
import { useWhenNear } from "../../parts/when-near.js";
import { formatBrief } from "../../kit/format.js";
import { QuestionView } from "../../question/question.jsx";
import { Arrow, Look } from "./arrow.jsx";
import { gradients, keepTelling, sentence, shown } from "./derived.js";
import { Hand } from "./hand.jsx";
import { isInSpace, stageOf } from "./norm.js";
import { checkSpace, predictTip } from "./questions.js";
import { listed, NAMES, onesOf, pythagoras } from "./sentences.js";
import { Toolbar } from "./toolbar.jsx";
import { Sides, Triangle } from "./triangle.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView
    {...props}
    lesson="Three numbers are an arrow, and a norm moves its tip"
    prose={<Prose />}
    more={[<Directions key="directions" />, <Elsewhere key="elsewhere" />]}
  >
    <Predict />
    <SpaceFigure />
    <QuestionView id="space.check" kind="check" make={checkSpace} />
  </SectionView>
);

const Prose = () => (
  <>
    Take a row of three numbers as the place of an arrow’s tip: so far along each of three axes. What a norm does to the
    numbers can then be seen, from all sides: turn the picture, drag the tip, and go from stage to stage.
  </>
);

/** Two directions, forwards and backwards. */
const Directions = () => (
  <>
    <p>
      LayerNorm takes two things from an arrow: what lies along (1, 1, 1), √3 times the mean, and how long the rest is,
      √3 times the spread. Add the same number to all three, or multiply all three by the same positive number, and x̂
      stays where it is, but for eps.
    </p>
    <p>
      dy says how the loss changes with each number of y, dx how it changes with each of x: that is what comes back
      through the norm. What changes nothing can have no gradient. So dx has no part along (1, 1, 1) and none along x̂,
      but for eps: two right angles, whatever dy is. They are the two terms that are taken away under{" "}
      <SectionLink id="learning">“what comes back”</SectionLink>. RMSNorm leaves the mean in, and only one right angle
      is there.
    </p>
  </>
);

const Elsewhere = () => (
  <p>
    A row of n numbers has n directions in place of three. Its two lengths are a right triangle all the same: √n · mean
    along (1, …, 1), √n · spread at a right angle to it, and √n · root mean square is the longest side.{" "}
    <Paper name="Brody, Alon and Yahav" year={2023} arxiv="2305.02582" /> ask what the projection and the scaling do for
    attention, <Paper name="Gupta and others" year={2024} arxiv="2409.12951" /> how much of trained models’ arrows lies
    along (1, …, 1).
  </p>
);

function Predict() {
  const seen = useRef(false);
  const figure = figures.space.value;
  seen.current ||= figure.norm === "layer" && (figure.stage === "normalized" || figure.stage === "scaled");
  return (
    <QuestionView
      id="space.predict"
      kind="predict"
      make={() => predictTip()}
      acted={seen.current}
      act="Now press “− mean” and then “÷ spread”, and turn the picture."
    />
  );
}

const SpaceFigure = () => (
  <figure class="figure card space" id="space-figure" aria-labelledby="space-lesson" ref={useWhenNear(keepTelling)}>
    <Toolbar />
    <Strip />
    <div class="space-body">
      {isInSpace(figures.space.value) ? <Arrow /> : <Triangle />}
      <div class="space-side">
        <Hand />
        {isInSpace(figures.space.value) ? <Look /> : <Sides />}
        <Numbers />
      </div>
    </div>
    <div class="noted-foot">
      <p>
        {isInSpace(figures.space.value)
          ? "Drag the picture to turn it, and the dot at x’s tip to move x."
          : "Lengths alone: the picture’s two directions are (1, …, 1) and whatever is left of x."}
      </p>
      <History section="space" />
    </div>
  </figure>
);

function Strip() {
  const { now } = shown.value;
  return (
    <ResultStrip id="space">
      <p class="space-length">
        length of {NAMES[now.name]} <strong>{formatBrief(now.lengths.length)}</strong>
      </p>
      <p class="space-told">{sentence.value}</p>
    </ResultStrip>
  );
}

/** The lengths at every stage, and what the arrow at hand is. */
function Numbers() {
  const { n, all, now } = shown.value;
  const stage = stageOf(figures.space.value);
  return (
    <div class="space-numbers">
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">along {onesOf(n)}</th>
            <th scope="col">off it</th>
            <th scope="col">length</th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ name, lengths: { along, off, length } }) => (
            <tr key={name} data-now={name === stage ? "" : undefined}>
              <th scope="row">{NAMES[name]}</th>
              {[along, off, length].map((value, i) => (
                <td key={i}>{formatBrief(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="space-row">
        {NAMES[now.name]} = {listed(now.row)}
      </p>
      <p class="space-row">
        its length: <span class="unbroken">{pythagoras(now.lengths)}</span>
      </p>
      {n === 3 && figures.space.value.gradient === "on" && <Gradient />}
    </div>
  );
}

function Gradient() {
  const { dy, dx } = gradients.value;
  return (
    <p class="space-row">
      dy = {listed(dy)}; dx = {listed(dx)}
    </p>
  );
}
