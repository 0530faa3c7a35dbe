import { SectionView } from "../../parts/section.jsx";
import { Abilities } from "./abilities.jsx";
import { Again } from "./again.jsx";
import { Deeper } from "./deeper.jsx";
import { InYourCode } from "./in-code.jsx";
import { PAPERS } from "./papers.js";
import { Papers } from "./papers.jsx";
import { Sheet } from "./sheet.jsx";

/** @param {import("../../course/sections.js").SectionProps} props */
export const Section = (props) => (
  <SectionView {...props} lesson="Now you can do all of it by hand" prose={<Prose />}>
    <Again />
    <Abilities />
    <div class="recap-folded">
      <Sheet />
      <details class="card folded read-on">
        <summary>
          <h3>Where to read on</h3> <span>{PAPERS.length} papers</span>
        </summary>
        <Papers />
      </details>
    </div>
    <InYourCode />
    <Deeper />
  </SectionView>
);

const Prose = () => (
  <>
    Here are eight things that you can now do, each with a link to where you learned it. A question that you got wrong
    is asked again here, about other numbers.
  </>
);
