/** A short `npm run soak`. */
import { expect, test } from "vitest";
import { soak } from "../soak/threads.mjs";

const CALLS = 400;

test("random calls while memory grows and threads are killed: the bits of one thread, nothing left", async () => {
  const seen = await soak({ seed: 1, progress: (calls) => calls / CALLS });
  expect(seen).toMatchObject({ calls: CALLS, wrong: [], hangs: 0, resident: 0 });
  expect(seen.killed).toBeGreaterThan(0);
});
