import { useSignal } from "@preact/signals";
import { forgetProgress, hasProgress } from "../question/progress.js";
import { openContents } from "./page-header.jsx";

export const PageFooter = () => (
  <>
    <p>
      What the figures show is computed in this page, each tensor’s statistics and layers by the kernels of the package{" "}
      <code>layernorm</code> (<code>npm install layernorm</code>). What was measured beforehand, on many seeds, in
      PyTorch or on another machine, is said to be so. The <a href="./reference/">API reference</a> documents the
      package. The font, the libraries and the words that are by others have their licences in{" "}
      <a href="./notices.txt">notices.txt</a>. The{" "}
      <button type="button" class="link-button" aria-haspopup="dialog" onClick={openContents}>
        glossary
      </button>{" "}
      has every word that the page explains.
    </p>
    <Forget />
  </>
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
