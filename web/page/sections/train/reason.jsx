/** What came of many seeds, and why the lowest loss is worth nothing. */
import { SectionLink } from "../../parts/section-link.jsx";
import { STEPS } from "./architecture.js";
import { measured } from "./measured.js";
import { lossText, NORM_NAMES } from "./sentences.js";
import { NORMS, spec } from "./spec.js";

/** @typedef {import("./measured.js").Quartiles} Quartiles */

/** "2.15 (2.14 to 2.16)" @param {Quartiles} quartiles */
const withQuartiles = ([first, median, third]) => (
  <>
    <b data-tells="">{lossText(median)}</b>{" "}
    <span data-tells="">
      ({lossText(first)} to {lossText(third)})
    </span>
  </>
);

const Table = () => (
  <table class="train-seeds">
    <caption>
      {measured.seeds} seeds each, {spec.initial.depth} blocks, rate {spec.initial.rate}, {STEPS} steps: median loss,
      and the quartiles
    </caption>
    <thead>
      <tr>
        <th scope="col">norms</th>
        <th scope="col">loss</th>
        <th scope="col">letters to come cut off</th>
      </tr>
    </thead>
    <tbody>
      {NORMS.map((norm) => (
        <tr key={norm}>
          <th scope="row">{NORM_NAMES[norm]}</th>
          <td>{withQuartiles(measured.norms[norm].last)}</td>
          <td>{withQuartiles(measured.norms[norm].hidden)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

export function Reason() {
  const { norms, behind, seeds } = measured;
  return (
    <>
      <Table />
      <div class="train-reason">
        <h4>The loss that is too good to be true</h4>
        <p>
          <strong>Over the wrong dim, the network reads what it is to guess.</strong> A feature’s mean and spread then
          run over all tokens of the word, also over letters that are still to come. Every token is moved by that mean
          and divided by that spread, so its numbers depend on those letters, although attention hides them. Training
          makes use of it: a loss of {lossText(norms.tokens.last[1])} in the median, where LayerNorm has{" "}
          {lossText(norms.layer.last[1])}.
        </p>
        <p>
          <strong>Where words are made up there are no later letters.</strong> So the same networks were measured once
          more, on words that end before the letter to be guessed. Over the wrong dim the loss is now{" "}
          {lossText(norms.tokens.hidden[1])}: far worse than guessing blindly. With the other three it has not changed.
        </p>
        <p>
          <strong>Taking the mean away makes little difference here.</strong> Of LayerNorm and RMSNorm the latter ended
          higher with {behind.rms} of {seeds} seeds; without a norm the loss was higher than with LayerNorm with{" "}
          {behind.none} of {seeds}. All this is of one small network, at one rate, after {STEPS} steps; what depth does,{" "}
          <SectionLink id="why">the depth lab</SectionLink> shows.
        </p>
      </div>
    </>
  );
}
