/** What the model takes for likely to follow the word: as trained, and now. */
import { figures } from "../../store/state.js";
import { reading } from "./answer.js";
import { inPercent, isAsTrained, nameOfNext } from "./sentences.js";

/** How many letters are shown. */
const LIKELIEST = 6;

/** The likeliest by either model. @param {Float32Array} next @param {Float32Array} before */
function likeliest(next, before) {
  const most = (/** @type {number} */ token) => Math.max(next[token], before[token]);
  return [...next.keys()].sort((a, b) => most(b) - most(a)).slice(0, LIKELIEST);
}

/** An invisible stand-in of the same size, until the reading comes. */
const AWAITED = { next: new Float32Array(LIKELIEST), before: new Float32Array(LIKELIEST) };

export function Follows() {
  const read = reading.value;
  const { next, before } = read ?? AWAITED;
  const { word, modes, shift } = read ?? figures.model.value;
  const isSame = isAsTrained({ modes, shift });
  const shown = likeliest(next, before);
  return (
    <div class="follows" data-changes>
      <table class="next" data-awaited={read ? undefined : ""}>
        <caption>{word === "" ? "the first letter" : `what follows “${word}”`}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">letter</span>
            </th>
            <th scope="col">as trained</th>
            {!isSame && <th scope="col">now</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((token) => (
            <tr key={token}>
              <th scope="row">{nameOfNext(token)}</th>
              <Share of="trained" value={before[token]} />
              {!isSame && <Share of="now" value={next[token]} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** @param {{ of: "trained" | "now", value: number }} props */
const Share = ({ of, value }) => (
  <td data-of={of}>
    {inPercent(value)}
    <span class="chance" style={{ "--share": value }} />
  </td>
);
