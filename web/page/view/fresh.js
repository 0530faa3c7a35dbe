import { useRef } from "preact/hooks";

let alive = false;

/** From now on what appears is new to the reader, and may say so by moving. */
export function comeAlive() {
  alive = true;
}

/** Whether the component appeared after the page came alive: what was prerendered should not move. */
export const useFresh = () => useRef(alive).current;
