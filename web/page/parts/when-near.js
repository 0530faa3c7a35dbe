/** Costly work waits until its element comes near the window. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

const NEAR = { rootMargin: "50% 0px" };

/**
 * Runs something once an element has come near the window, until the element goes.
 * @param {() => () => void} run  returns what ends it
 * @returns {import("preact").RefObject<any>} of the element
 */
export function useWhenNear(run) {
  const element = useRef(/** @type {any} */ (null));
  const isNear = useSignal(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) isNear.value = true;
    }, NEAR);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => (isNear.value ? run() : undefined), [isNear.value]);
  return element;
}
