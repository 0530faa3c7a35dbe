/** Where to go on: a card for each section that goes deeper. */
import { isShown } from "../../store/lesson.js";
import { sectionsOfKind } from "../../course/sections.js";
import { DEEPER } from "./deeper-sentences.js";

export const Deeper = () => (
  <nav class="deeper" aria-label="Going deeper">
    <h3>Going deeper</h3>
    <ul>
      {sectionsOfKind("deeper").map(({ id, title }) => (
        <li key={id} class="card">
          <p>{isShown(id) ? <a href={`#${id}`}>{title}</a> : <span>{title}</span>}</p>
          <p>{DEEPER[id]}</p>
        </li>
      ))}
    </ul>
  </nav>
);
