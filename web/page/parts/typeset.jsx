import { useMemo } from "preact/hooks";
import { withHtml } from "../kit/trusted.js";

/** A fixed formula, typeset when the page was built. @param {{ mathml: string }} props */
export function Typeset({ mathml }) {
  return <div class="typeset" {...useMemo(() => withHtml(mathml), [mathml])} />;
}
