import { CopyButton } from "../../parts/copy-button.jsx";
import { SectionView } from "../../parts/section.jsx";
import { Abilities } from "./abilities.jsx";
import { Again } from "./again.jsx";
import example from "./example.js?raw";
import prints from "./example.txt?raw";
import { Papers } from "./papers.jsx";
import { Sheet } from "./sheet.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="Now you can do all of it by hand" prose={<Prose />}>
    <Again />
    <Abilities />
    <Sheet />
    <Install />
    <div class="card read-on">
      <h3>Where to read on</h3>
      <Papers />
    </div>
  </SectionView>
);

const Prose = () => (
  <>
    Here are eight things that you can now do, each with a link to where you learned it. A question that you got wrong
    is asked again here, about other numbers. Below is a sheet of two pages to print: the formulas, the family, the
    shapes and the traps. Then comes the code to begin with, and what to read next.
  </>
);

const INSTALL = "npm install layernorm";

/** The example and its output. Tests run the example and compare. */
const Install = () => (
  <div class="card install">
    <h3>In your own code</h3>
    <Copied text={INSTALL} name="The line that installs the package" />
    <Copied text={example.trimEnd()} name="The book’s example" />
    <figure>
      <figcaption>It prints</figcaption>
      <pre role="group" tabIndex={0} aria-label="What it prints">
        <code>{prints.trimEnd()}</code>
      </pre>
    </figure>
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
