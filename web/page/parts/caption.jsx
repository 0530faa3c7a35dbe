/**
 * A figure's title and description.
 * @param {{ id: string, title: string, children: import("preact").ComponentChildren }} props
 */
export const Caption = ({ id, title, children }) => (
  <figcaption class="figure-caption">
    <h3 id={id}>{title}</h3>
    <p>{children}</p>
  </figcaption>
);
