/** The output of the code's current line. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { printed } from "./printed.js";
import { language } from "./language.js";

/** How long a drag must pause before the printing follows, in ms: it is read, not watched. */
const SETTLED = 80;
/** A print of more lines or columns than these scrolls inside its box. */
const LINES = 8;
const COLUMNS = 36;

/**
 * @param {{ context: import("./code.js").Context, view: import("../values/derive.js").Derived,
 *   line: import("./code.js").Line | undefined }} props
 */
export function Prints({ context, view, line }) {
  const print = () => printed(language.peek(), context, view, line);
  const first = useRef(true);
  const shown = useSignal(/** @type {ReturnType<typeof printed> | null} */ (null));
  shown.value ??= print();
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => {
      shown.value = print();
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [view, language.value, line?.name, line?.panel, context.figure.stage]);
  const { call, text, isError } = shown.value;
  const lines = text.split("\n");
  const scrolls = lines.length > LINES || lines.some(({ length }) => length > COLUMNS);
  return (
    <div class="prints">
      <p>
        <code>{call}</code> {!isError && "prints, in PyTorch’s way"}
      </p>
      <pre tabIndex={scrolls ? 0 : undefined} role="group" aria-label={`What ${call} gives`} data-error={isError}>
        {text}
      </pre>
    </div>
  );
}
