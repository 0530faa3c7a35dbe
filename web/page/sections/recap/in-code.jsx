/**
 * The book's example in PyTorch and in this package, side by side, with what each prints. Tests run both and compare.
 */
import { CopyButton } from "../../parts/copy-button.jsx";
import example from "./example.js?raw";
import prints from "./example.txt?raw";
import torchExample from "./example.py?raw";
import torchPrints from "./example-torch.txt?raw";

const INSTALL = "npm install layernorm";

export const InYourCode = () => (
  <div class="card install">
    <div class="install-head">
      <h3>In your own code</h3>
      <code>{INSTALL}</code>
      <CopyButton text={INSTALL} what=": the line that installs the package" />
    </div>
    <div class="install-both">
      <Copied text={torchExample.trimEnd()} name="PyTorch" />
      <Copied text={example.trimEnd()} name="This package" />
    </div>
    <details class="folded install-prints">
      <summary>What the two print</summary>
      <div class="install-both">
        <Printed text={torchPrints.trimEnd()} by="PyTorch" />
        <Printed text={prints.trimEnd()} by="this package" />
      </div>
      <p class="install-note">
        The seed draws the same numbers in both. The means are 0 but for rounding, and the two round in ways of their
        own.
      </p>
    </details>
  </div>
);

/** @param {{ text: string, name: string }} props */
const Copied = ({ text, name }) => (
  <figure>
    <figcaption>
      {name} <CopyButton text={text} what={`: ${name}`} />
    </figcaption>
    <pre role="group" tabIndex={0} aria-label={name}>
      <code>{text}</code>
    </pre>
  </figure>
);

/** @param {{ text: string, by: string }} props */
const Printed = ({ text, by }) => (
  <figure>
    <pre role="group" tabIndex={0} aria-label={`What ${by} prints`} data-prints="">
      <code>{text}</code>
    </pre>
  </figure>
);
