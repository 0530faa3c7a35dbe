/** The three ways through the course, as buttons: one of them is chosen. */
import { WAYS } from "../../course/ways.js";
import { chooseWay, chosenWay } from "../../store/way.js";

export const Ways = () => (
  <div class="ways" role="group" aria-label="Your way through the course">
    {WAYS.map(({ id, name }) => (
      <button type="button" key={id} aria-pressed={id === chosenWay().id} onClick={() => chooseWay(id)}>
        {name}
      </button>
    ))}
  </div>
);
