/** x with a hat: the hat is drawn, because few faces place the combining character well. */
export const XHat = () => (
  <span class="x-hat" role="img" aria-label="x hat">
    <span aria-hidden="true">x</span>
  </span>
);
