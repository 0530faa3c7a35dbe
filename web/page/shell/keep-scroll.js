/**
 * What is being read stays where it is in the window while sections above it grow: sections that a link gave another
 * state than the one that kit/styles/heights.css has room for, and all of them when the window's width changes.
 * Browsers that do so by themselves do it only at rest, and not all of them do: base.css switches it off.
 */

/** What ends above this is no longer seen: it is under the page's header. */
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
      // What a lesson hides is nowhere, and was nowhere until it is shown.
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
    // One that comes alive is empty but for its opening: nothing else of it is being read.
    settle(innerHeight);
  };
}
