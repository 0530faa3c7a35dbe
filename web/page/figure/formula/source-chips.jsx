import { marks } from "./source.js";

/**
 * The numbers of a formula again, as buttons that lead to their cells: nothing inside MathML can have the focus.
 * @param {{ sources: import("./source.js").Source[], sourcesName?: import("preact").ComponentChildren }} props
 *   sourcesName: what they have in common
 */
export const SourceChips = ({ sources, sourcesName }) => (
  <div class="sources" role="group" aria-label="Where the numbers come from">
    {sourcesName && <span class="sources-name">{sourcesName}</span>}
    {sources.map((source) => (
      <button type="button" class="chip" key={`${source.from}${source.index}`} {...marks(source)}>
        <span>
          <small>{source.name}</small> <b>{source.text}</b>
        </span>
      </button>
    ))}
  </div>
);
