/** What scrolls sideways by itself says where it goes on: fading.css fades these edges. */
import { useEffect, useRef } from "preact/hooks";

/**
 * For an element of class "fading".
 * @template {HTMLElement} T
 * @param {string} [content]  what is drawn in it, where its children are no boxes
 * @returns {import("preact").RefObject<T | null>}
 */
export function useFading(content = ":scope > *") {
  const element = useRef(/** @type {T | null} */ (null));
  useEffect(() => markEdges(/** @type {T} */ (element.current), content), []);
  return element;
}

/**
 * Says in data-more at which edges it goes on, for as long as it is there. The attribute is its own: a scroll draws
 * nothing anew.
 * @param {HTMLElement} element
 * @param {string} content
 */
function markEdges(element, content) {
  const mark = () => {
    const { scrollLeft, scrollWidth, clientWidth } = element;
    const more = [scrollLeft > 1 && "start", scrollLeft < scrollWidth - clientWidth - 1 && "end"].filter(Boolean);
    if (more.length > 0) element.dataset.more = more.join(" ");
    else delete element.dataset.more;
  };
  const observer = new ResizeObserver(mark);
  for (const part of [element, ...element.querySelectorAll(content)]) observer.observe(part);
  element.addEventListener("scroll", mark, { passive: true });
  return () => {
    observer.disconnect();
    element.removeEventListener("scroll", mark);
  };
}
