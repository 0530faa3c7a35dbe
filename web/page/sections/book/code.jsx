/** The book's example as code: each line beside what it makes here. */
import { figures } from "../../store/state.js";
import { CopyButton } from "../../parts/copy-button.jsx";
import { linesOf, splitPrint, textOf } from "./code.js";
import { bookNetwork } from "./derived.js";

export function BookCode() {
  const { seed, x, input, unit } = figures.book.value;
  const lines = linesOf(seed, bookNetwork.value, x);
  return (
    <div class="card book-code" role="region" aria-labelledby="book-code">
      <div class="book-code-head">
        <h3 id="book-code">
          The same in PyTorch, line by line; beside each, what this page computes, in the way PyTorch prints (less
          grad_fn)
        </h3>
        <CopyButton text={textOf(lines)} />
      </div>
      <ol>
        {lines.map(({ code, note, prints, of }) => (
          <li key={code.split("\n")[0]}>
            <div>
              <pre>
                <code>{code}</code>
              </pre>
              {note && <p>{note}</p>}
            </div>
            {prints && (
              <Print text={prints} row={input} place={of === "units" ? unit : 0} isMarked={of !== undefined} />
            )}
          </li>
        ))}
      </ol>
      <Source />
    </div>
  );
}

const Source = () => (
  <p class="book-source">
    The example is from Sebastian Raschka’s book <cite>Build a Large Language Model (From Scratch)</cite>, section 4.2.
    Each output is a weighted sum of all inputs, plus a number called bias; ReLU turns the negative ones into 0.
  </p>
);

/**
 * What a line prints. The number of the input and the unit at hand is marked.
 * @param {{ text: string, row: number, place: number, isMarked: boolean }} props
 */
function Print({ text, row, place, isMarked }) {
  const [before, number, after] = isMarked ? splitPrint(text, row, place) : [text, "", ""];
  return (
    <pre class="book-print" tabIndex={0} role="group" aria-label="prints">
      {before}
      {number && <mark>{number}</mark>}
      {after}
    </pre>
  );
}
