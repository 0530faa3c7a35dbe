import { signal, useSignal } from "@preact/signals";
import { forgetProgress, hasProgress } from "../model/progress.js";

/**
 * @typedef {import("preact").FunctionComponent} List
 *
 * @param {{ words: () => Promise<{ GlossaryList: List }> }} props  words: fetches the list of all that is explained
 */
export const PageFooter = ({ words }) => (
  <footer class="page-footer">
    <Glossary fetchWords={words} />
    <p>
      Every number on this page is computed in it, every statistic and every layer by the kernels of the package{" "}
      <code>layernorm</code> (<code>npm install layernorm</code>). The <a href="./reference/">API reference</a>{" "}
      documents them.
    </p>
    <Forget />
  </footer>
);

const list = signal(/** @type {{ GlossaryList: List } | null} */ (null));

/**
 * The words that the sections explain, which come with them.
 * @param {{ fetchWords: () => Promise<{ GlossaryList: List }> }} props
 */
const Glossary = ({ fetchWords }) => (
  <details
    class="words"
    onToggle={async () => {
      list.value ??= await fetchWords();
    }}
  >
    <summary>Glossary</summary>
    {list.value && <list.value.GlossaryList />}
  </details>
);

/** Progress is the reader's own: it is kept in this browser alone, and forgotten when they say so. */
function Forget() {
  const isForgotten = useSignal(false);
  return (
    <p>
      Which questions you have answered is kept in this browser alone.{" "}
      <button
        type="button"
        class="link-button"
        onClick={() => {
          forgetProgress();
          isForgotten.value = true;
        }}
      >
        Forget my progress
      </button>{" "}
      <span role="status">{isForgotten.value && !hasProgress() && "Forgotten."}</span>
    </p>
  );
}
