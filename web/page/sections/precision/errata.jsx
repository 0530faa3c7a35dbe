/** Written and computed: a table. */
import { useMemo } from "preact/hooks";
import { errata } from "./errata.js";

export function Errata() {
  const rows = useMemo(errata, []);
  return (
    <div class="card lens-errata" role="region" aria-labelledby="precision-errata">
      <h3 id="precision-errata">Written, and computed</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Sometimes written</th>
            <th scope="col">Right</th>
            <th scope="col">Computed here</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ written, right, here }) => (
            <tr key={written}>
              <th scope="row" class="written" data-head="Sometimes written">
                {written}
              </th>
              <td data-head="Right">{right}</td>
              <td data-head="Computed here">{here}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
