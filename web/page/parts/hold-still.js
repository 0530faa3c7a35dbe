/** What a hand does next: from then on the reader moves the page. */
const NEXT = ["pointerdown", "wheel", "touchmove", "keydown"];

/** @type {AbortController | undefined} */
let held;

/**
 * Keeps a pressed element under the finger while the elements above it change their height, also where they do so some
 * pictures later: the window scrolls by as much before the change is painted. It ends with the reader's next press, key
 * or scroll.
 * @param {Element} pressed  within a section
 */
export function holdStill(pressed) {
  held?.abort();
  held = new AbortController();
  const { signal } = held;
  const before = pressed.getBoundingClientRect().top;
  const observer = new ResizeObserver(() => {
    const moved = pressed.getBoundingClientRect().top - before;
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: "instant" });
  });
  for (const above of elementsAbove(pressed)) observer.observe(above);
  signal.addEventListener("abort", () => observer.disconnect());
  for (const type of NEXT) window.addEventListener(type, () => held?.abort(), { signal, capture: true, passive: true });
}

/** The elements of its section that stand before it, each as large as can be. @param {Element} element */
function elementsAbove(element) {
  const above = [];
  for (let at = element; at.parentElement && !at.matches(".course-section"); at = at.parentElement) {
    for (let each = at.previousElementSibling; each; each = each.previousElementSibling) above.push(each);
  }
  return above;
}
