/**
 * The lines being read stay where they are in the window while sections above them grow: sections that a link gave
 * another state than the one that kit/styles/heights.css has room for, and all of them when the window's width changes.
 * Browsers that do so by themselves do it only at rest, and not all of them do: base.css switches it off.
 */

/** A section that ends above this height, in px, is hidden by the page's header. */
const SEEN_FROM = 100;

/**
 * Whether a section that comes alive pushes what is being read: it ends above the window's lower edge.
 * @param {Element} section
 */
export const pushes = (section) => section.getBoundingClientRect().bottom < innerHeight;

/**
 * @param {readonly Element[]} sections in order
 * @returns {(grow: () => void) => void} lets a section grow
 */
export function keepScroll(sections) {
  const measure = () => sections.map((section) => section.getBoundingClientRect());
  let before = measure();
  /** @param {number} line  a section that began above the window and ended above this pushes up, not down */
  const settle = (line) => {
    const now = measure();
    let [grown, moved] = [0, 0];
    now.forEach(({ height, bottom }, i) => {
      grown += height - before[i].height;
      const ended = bottom - grown;
      // A section that a lesson hides has no height, nor a place, until it is shown.
      const [isShown, wasHidden] = [height > 0, before[i].height === 0];
      if (isShown && ended < line && (wasHidden || ended < before[i].height)) moved = grown;
    });
    before = now;
    if (moved !== 0) scrollBy({ top: moved, behavior: "instant" });
  };
  const observer = new ResizeObserver(() => settle(SEEN_FROM));
  for (const section of sections) observer.observe(section);
  return (grow) => {
    grow();
    // A section that comes alive holds its opening alone, so the reader is not inside the part that grows.
    settle(innerHeight);
  };
}
