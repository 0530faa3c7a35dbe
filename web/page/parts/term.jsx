import { glossary } from "../course/glossary.js";
import { unbroken } from "../kit/unbroken.js";

/**
 * A word where it first stands: pressed, it opens its meaning over the page, so that nothing moves. The browser opens
 * and closes it by itself, without a script. A line may end behind a button, before a comma, too (more often in WebKit
 * than in Blink): `then` is what must stay with it.
 * @param {{ name: string, then?: string, children?: import("preact").ComponentChildren }} props
 */
export function Term({ name, then, children }) {
  const [word, meaning] = glossary[name];
  const id = `term-${name}`;
  const button = (
    <button type="button" class="term" data-term={name} popovertarget={id}>
      {children ?? word}
    </button>
  );
  return (
    <>
      {then ? (
        <span class="unbroken">
          {button}
          {then}
        </span>
      ) : (
        button
      )}
      <span popover="auto" id={id} class="meaning" role="note">
        <strong>{word}</strong> {unbroken(meaning)}
      </span>
    </>
  );
}
