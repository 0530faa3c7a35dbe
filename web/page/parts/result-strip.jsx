/**
 * What a figure's controls have come to, in numbers and a sentence. It stands at the figure's head and stays in view
 * with whatever control is used: it sticks under the page's header while the figure is on the screen.
 * @param {{ id: string, children: import("preact").ComponentChildren }} props  id: of the figure's section
 */
export const ResultStrip = ({ id, children }) => (
  <div class="result-strip" data-strip={id}>
    {children}
  </div>
);
