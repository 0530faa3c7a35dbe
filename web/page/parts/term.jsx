import { glossary } from "../course/glossary.js";

/**
 * A word where it first stands: pressed, it opens its meaning over the page, so that nothing moves. The browser opens
 * and closes it by itself, without a script.
 * @param {{ name: string, children?: import("preact").ComponentChildren }} props
 */
export function Term({ name, children }) {
  const [word, meaning] = glossary[name];
  const id = `term-${name}`;
  return (
    <>
      <button type="button" class="term" data-term={name} popovertarget={id}>
        {children ?? word}
      </button>
      <span popover="auto" id={id} class="meaning" role="note">
        <strong>{word}</strong> {meaning}
      </span>
    </>
  );
}
