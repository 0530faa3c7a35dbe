/** The operations between x and the third panel. @param {import("./drawn.js").Drawn} props */
export function Operations({ figure: { stage, eps, epsAt, center } }) {
  const root = eps === 0 ? "√var" : epsAt === "inside" ? "√(var + eps)" : "(√var + eps)";
  return (
    <div class="operations" aria-hidden="true">
      {center && <span data-done={stage >= 1}>− mean</span>}
      <span data-done={stage >= 2}>÷ {center ? root : root.replace("var", "mean x²")}</span>
    </div>
  );
}
