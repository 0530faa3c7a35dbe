import { useSignal } from "@preact/signals";
import { forgetProgress, hasProgress } from "../question/progress.js";

/** @param {{ openGlossary: () => void }} props */
export const PageFooter = ({ openGlossary }) => (
  <footer class="page-footer">
    <p>
      Every number on this page is computed in it, every statistic and every layer by the kernels of the package{" "}
      <code>layernorm</code> (<code>npm install layernorm</code>). The <a href="./reference/">API reference</a>{" "}
      documents them. The{" "}
      <button type="button" class="link-button" aria-haspopup="dialog" onClick={openGlossary}>
        glossary
      </button>{" "}
      has every word that the page explains.
    </p>
    <Forget />
  </footer>
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
