/** A paper on arXiv, as a link that says who wrote it and when. */

/** @param {{ name: string, year: number, arxiv: string }} props */
export const Paper = ({ name, year, arxiv }) => (
  <a href={`https://arxiv.org/abs/${arxiv}`}>
    {name} ({year}, arXiv:{arxiv})
  </a>
);
