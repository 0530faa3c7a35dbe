/** Where to read on. */
import { PAPERS } from "./papers.js";

export const Papers = () => (
  <ul class="papers">
    {PAPERS.map(({ authors, year, title, note, at }) => (
      <li key={title}>
        {authors}:{" "}
        <a href={at} rel="noopener">
          <cite>{title}</cite>
        </a>
        , {year}. <span>{note}</span>
      </li>
    ))}
  </ul>
);
