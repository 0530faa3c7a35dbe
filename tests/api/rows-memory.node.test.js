/** Rows of a resident tensor keep it from being collected; without them it is. In a process that can ask for that. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../setup.mjs";

const PROGRAM = `
  import { full, memoryUsage } from "./web/api/index.js";
  const task = () => new Promise((resolve) => setTimeout(resolve, 10));
  const collect = async () => {
    for (let i = 0; i < 20; i++) {
      gc();
      await task();
    }
  };
  const used = [];
  let part = full([1000, 100], 5, { resident: true }).rows(2, 4);
  await collect();
  used.push(memoryUsage().resident, part.data[0]);
  full([1000, 100], 6, { resident: true }); // takes that memory, if it is free
  await collect();
  used.push(part.toArray().flat().every((value) => value === 5));
  part = part.rows(1).reshape([100]);
  await collect();
  used.push(memoryUsage().resident, part.data[99]);
  part = null;
  await collect();
  used.push(memoryUsage().resident);
  console.log(JSON.stringify(used));
`;

test("as long as rows are in use their tensor is, and no longer", () => {
  const text = execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", PROGRAM], {
    cwd: root,
    encoding: "utf8",
  });
  expect(JSON.parse(text)).toEqual([400000, 5, true, 400000, 5, 0]);
});
