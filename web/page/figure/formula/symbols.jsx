/** The formulas in symbols, as MathML that follows the settings. */

/** @typedef {Pick<import("../../store/state.js").Figure, "correction" | "eps" | "epsAt" | "center">} Settings */
/** @typedef {import("preact").ComponentChildren} Children */

const Mean = () => <mi>μ</mi>;
const X = () => (
  <msub>
    <mi>x</mi>
    <mi>i</mi>
  </msub>
);
/** @param {{ children: Children }} props */
const Squared = ({ children }) => (
  <msup>
    {children}
    <mn>2</mn>
  </msup>
);
const Difference = () => (
  <mrow>
    <X />
    <mo>−</mo>
    <Mean />
  </mrow>
);
/** @param {{ over: Children, children: Children }} props */
const Average = ({ over, children }) => (
  <mrow>
    <mfrac>
      <mn>1</mn>
      {over}
    </mfrac>
    <munder>
      <mo>∑</mo>
      <mi>i</mi>
    </munder>
    {children}
  </mrow>
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

/**
 * The variance, which over n − 1 says so; of RMSNorm, the mean of the squares.
 * @param {Pick<Settings, "center" | "correction">} props
 */
const Square = ({ center, correction }) =>
  center ? (
    correction === 1 ? (
      <msubsup>
        <mi>σ</mi>
        <NLessOne />
        <mn>2</mn>
      </msubsup>
    ) : (
      <Squared>
        <mi>σ</mi>
      </Squared>
    )
  ) : (
    <mrow>
      <mtext>{"mean\u00a0"}</mtext>
      <Squared>
        <mi>x</mi>
      </Squared>
    </mrow>
  );

/**
 * The divisor: the root of its children, with eps under the root or beside it.
 * @param {Pick<Settings, "eps" | "epsAt"> & { children: Children, epsilon: Children }} props
 */
export function Spread({ eps, epsAt, children, epsilon }) {
  const added =
    eps === 0 ? null : (
      <>
        <mo>+</mo>
        {epsilon}
      </>
    );
  return (
    <mrow>
      <msqrt>
        <mrow>
          {children}
          {epsAt === "inside" && added}
        </mrow>
      </msqrt>
      {epsAt === "outside" && added}
    </mrow>
  );
}

/** @param {Settings} settings */
const Normalized = ({ center, correction, eps, epsAt }) => (
  <mrow>
    <Hat />
    <mo>=</mo>
    <mfrac>
      {center ? <Difference /> : <X />}
      <Spread eps={eps} epsAt={epsAt} epsilon={<mi>ε</mi>}>
        <Square center={center} correction={correction} />
      </Spread>
    </mfrac>
  </mrow>
);

/** @param {Settings} settings */
const Variance = ({ center, correction }) => (
  <mrow>
    <Square center={center} correction={correction} />
    <mo>=</mo>
    {center ? (
      <Average over={correction === 1 ? <NLessOne /> : <mi>n</mi>}>
        <Squared>
          <mrow>
            <mo>(</mo>
            <Difference />
            <mo>)</mo>
          </mrow>
        </Squared>
      </Average>
    ) : (
      <Average over={<mi>n</mi>}>
        <msubsup>
          <mi>x</mi>
          <mi>i</mi>
          <mn>2</mn>
        </msubsup>
      </Average>
    )}
  </mrow>
);

const NLessOne = () => (
  <mrow>
    <mi>n</mi>
    <mo>−</mo>
    <mn>1</mn>
  </mrow>
);

const MeanOfX = () => (
  <mrow>
    <Mean />
    <mo>=</mo>
    <Average over={<mi>n</mi>}>
      <X />
    </Average>
  </mrow>
);

const Y = () => (
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
);

const FORMULAS = { centred: Difference, normalized: Normalized, mean: MeanOfX, variance: Variance, y: Y };

/** @typedef {keyof typeof FORMULAS} Symbol  which of the formulas */

/** @param {{ of: Symbol, figure: Settings }} props */
export function Symbols({ of, figure }) {
  const Formula = FORMULAS[of];
  return (
    <math class="symbols" display="block">
      <Formula {...figure} />
    </math>
  );
}
