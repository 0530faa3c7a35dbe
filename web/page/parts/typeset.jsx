import { withHtml } from "../kit/trusted.js";

/** A fixed formula, typeset when the page was built. @param {{ mathml: string }} props */
export const Typeset = ({ mathml }) => <div class="typeset" {...withHtml(mathml)} />;
