/** The formulas in symbols, as MathML that follows the settings. */

const Mean = () => <mi>μ</mi>;
const X = () => (
  <msub>
    <mi>x</mi>
    <mi>i</mi>
  </msub>
);
const Difference = () => (
  <mrow>
    <X />
    <mo>−</mo>
    <Mean />
  </mrow>
);
const Sum = () => (
  <munder>
    <mo>∑</mo>
    <mi>i</mi>
  </munder>
);
const Hat = () => (
  <msub>
    <mover accent>
      <mi>x</mi>
      <mo>^</mo>
    </mover>
    <mi>i</mi>
  </msub>
);

/** @param {{ eps: number }} props */
const Spread = ({ eps }) => (
  <msqrt>
    <msup>
      <mi>σ</mi>
      <mn>2</mn>
    </msup>
    {eps === 0 ? null : (
      <mrow>
        <mo>+</mo>
        <mi>ε</mi>
      </mrow>
    )}
  </msqrt>
);

/**
 * @param {{ of: "centred" | "normalized" | "mean" | "variance" | "y",
 *   figure: Pick<import("../model/state.js").Figure, "correction" | "eps"> }} props
 */
export function Symbols({ of, figure: { correction, eps } }) {
  return (
    <math class="symbols">
      {of === "centred" && <Difference />}
      {of === "normalized" && (
        <mrow>
          <Hat />
          <mo>=</mo>
          <mfrac>
            <Difference />
            <Spread eps={eps} />
          </mfrac>
        </mrow>
      )}
      {of === "mean" && (
        <mrow>
          <Mean />
          <mo>=</mo>
          <mfrac>
            <mn>1</mn>
            <mi>n</mi>
          </mfrac>
          <Sum />
          <X />
        </mrow>
      )}
      {of === "variance" && (
        <mrow>
          <msup>
            <mi>σ</mi>
            <mn>2</mn>
          </msup>
          <mo>=</mo>
          <mfrac>
            <mn>1</mn>
            {correction === 1 ? (
              <mrow>
                <mi>n</mi>
                <mo>−</mo>
                <mn>1</mn>
              </mrow>
            ) : (
              <mi>n</mi>
            )}
          </mfrac>
          <Sum />
          <msup>
            <mrow>
              <mo>(</mo>
              <Difference />
              <mo>)</mo>
            </mrow>
            <mn>2</mn>
          </msup>
        </mrow>
      )}
      {of === "y" && (
        <mrow>
          <msub>
            <mi>y</mi>
            <mi>i</mi>
          </msub>
          <mo>=</mo>
          <Hat />
          <mo>·</mo>
          <msub>
            <mi>w</mi>
            <mi>i</mi>
          </msub>
          <mo>+</mo>
          <msub>
            <mi>b</mi>
            <mi>i</mi>
          </msub>
        </mrow>
      )}
    </math>
  );
}
