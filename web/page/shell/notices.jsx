import { signal } from "@preact/signals";
import { IconButton } from "../parts/controls.jsx";

/** The settings of a link that were refused. */
export const refusals = signal(/** @type {readonly import("../link/read.js").Refusal[]} */ ([]));

export function Notices() {
  if (refusals.value.length === 0) return null;
  return (
    <div class="notice notices" role="alert">
      <div>
        <p>Part of this link could not be used:</p>
        <ul>
          {refusals.value.map(({ name, text, why }) => (
            <li key={name}>
              <code>
                {name}={text}
              </code>
              : {why}.
            </li>
          ))}
        </ul>
      </div>
      <IconButton
        icon="close"
        label="Dismiss"
        onClick={() => {
          refusals.value = [];
        }}
      />
    </div>
  );
}
