import { useSignal } from "@preact/signals";
import { say } from "../kit/announce.js";
import { OneOf } from "./one-of.jsx";

/** How long the button says that it has copied, in ms. */
const COPIED = 2000;

const TEXTS = /** @type {const} */ (["Copy", "Copied"]);

/**
 * Copies code.
 * @param {{ text: string, what?: string }} props  what: beyond "Copy", for those who do not see what stands beside it
 */
export function CopyButton({ text, what }) {
  const done = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      done.value = true;
      setTimeout(() => {
        done.value = false;
      }, COPIED);
      say("Code copied.");
    } catch {
      say("The browser does not let this page copy: select the code instead.");
    }
  };
  return (
    <button type="button" class="text-button" onClick={copy}>
      <OneOf texts={TEXTS} isSecond={done.value} />
      {what && <span class="visually-hidden"> {what}</span>}
    </button>
  );
}
