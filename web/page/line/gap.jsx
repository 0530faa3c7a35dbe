import { linkBetween, linkedValues } from "./line-layout.js";

/**
 * The way of every value from one line to the next. The selected one's own is marked.
 * @param {{ from: import("./line-layout.js").Line, to: import("./line-layout.js").Line, own: number, waiting: boolean, operation: string }} props
 */
export function Gap({ from, to, own, waiting, operation }) {
  const link = linkBetween(from, to);
  const links = linkedValues(from, to).map(([before, after]) => link(before, after));
  const its = link(from.values[own], to.values[own]);
  return (
    <div class="gap" data-waiting={waiting ? "" : undefined}>
      <span class="operation">{operation}</span>
      <svg class="links" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path class="zoom" d={links.map(({ zoom }) => zoom).join("")} />
        <path d={links.map(({ way }) => way).join("")} />
        <path class="zoom" data-selected d={its.zoom} />
        <path data-selected d={its.way} />
      </svg>
    </div>
  );
}
