/** Why the network with LayerNorm is ahead at small rates, and why not at large ones: as measured on these networks. */
import { SectionLink } from "../../parts/section-link.jsx";
import { Term } from "../../parts/term.jsx";
import { begin, GOOD, goodRates, lastAt, later, scaled, seeds } from "./measured.js";
import { betweenText, briefly, paceText } from "./sentences.js";

export function Reason() {
  const { spread, gradient, curvature } = begin;
  const room = { without: goodRates("without"), with: goodRates("with") };
  return (
    <div class="spirals-reason">
      <h4>Why, and when not</h4>
      <p>
        <strong>At the same rate, the first step with LayerNorm is longer.</strong> Before training, the numbers that
        reach the second ReLU have a spread of {briefly(spread.without[1])} without the norm: from layer to layer they
        shrink, as in <SectionLink id="why">the depth lab</SectionLink> at a gain below 1. With the norm it is{" "}
        {briefly(spread.with[1])}, and the gradient of all weights is {briefly(gradient.times[1])} times as long
        (quartiles {betweenText(gradient.times)}).
      </p>
      <p>
        <strong>That is not all of it.</strong> Scale the weights once, at the start, so that those spreads are 1
        without a norm: at a rate of {paceText(scaled.rate)} that network ends at {briefly(scaled.last[1])}, between{" "}
        {briefly(lastAt(scaled.rate, "without")[1])} without and {briefly(lastAt(scaled.rate, "with")[1])} with
        LayerNorm, which scales every row at every step.
      </p>
      <p>
        <strong>The best rate is not larger with it.</strong> The loss is also {briefly(curvature.times[1])} times as
        curved, where it is curved most. At the start, a step that way lands farther off at a rate above 2 ÷{" "}
        <Term name="curvature" then="," /> as <SectionLink id="learning">“what comes back”</SectionLink> shows:{" "}
        {briefly(2 / curvature.without[1])} without, {briefly(2 / curvature.with[1])} with the norm. Training changes
        the curvature: with the norm, {later.steps} steps at a rate of {paceText(later.rate)} bring it from{" "}
        {briefly(curvature.with[1])} to {briefly(later.curvature[1])}, so somewhat larger rates still do. At their best
        rates both end near each other. LayerNorm gives room here: most of its networks get below {GOOD} at each rate
        tried from {paceText(room.with[0])} to {paceText(room.with[1])}, without it from {paceText(room.without[0])} to{" "}
        {paceText(room.without[1])}.
      </p>
      <p class="spirals-limits">
        All this is of these two shallow networks: medians of {seeds} seeds. In deep ones a norm may allow larger rates:
        shown for BatchNorm by{" "}
        <a href="https://arxiv.org/abs/1806.02375" target="_blank" rel="noopener">
          Bjorck and others (2018)
        </a>
        .
      </p>
    </div>
  );
}
