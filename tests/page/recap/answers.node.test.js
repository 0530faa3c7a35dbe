/** What is kept of answers: what was done in a section, and what comes again. */
import { beforeEach, describe, expect, test } from "vitest";
import { deedsIn, noteAnswer, noteTried } from "../../../web/page/question/answered.js";
import { forgetProgress, progress } from "../../../web/page/question/progress.js";

beforeEach(forgetProgress);

const right = { right: true };
const wrong = { right: false };
const check = /** @type {const} */ ({ kind: "check" });
const predict = /** @type {const} */ ({ kind: "predict" });

describe("what is missed", () => {
  const isMissed = () => deedsIn("dim").missed;

  test("is a section whose question was answered wrong, until a new one is answered right at once", () => {
    noteAnswer("dim.check", "first", { ...wrong, ...check });
    expect(isMissed()).toBe(true);
    noteAnswer("dim.check", "first", { ...right, ...check });
    expect(isMissed(), "the answer was given away").toBe(true);
    noteAnswer("dim.check", "second", { ...right, ...check });
    expect(isMissed()).toBe(false);
    noteAnswer("dim.check", "third", { ...wrong, ...check });
    expect(isMissed()).toBe(true);
    expect(progress.value.missed).toEqual(["dim"]);
  });

  test("is one whose prediction was wrong, too; a right one proves little", () => {
    noteAnswer("dim.predict", "first", { ...wrong, ...predict });
    expect(isMissed()).toBe(true);
    noteAnswer("dim.predict", "second", { ...right, ...predict });
    expect(isMissed()).toBe(true);
    noteAnswer("dim.check", "third", { ...right, ...check });
    expect(isMissed()).toBe(false);
    expect(deedsIn("row").missed).toBe(false);
  });
});

describe("what has been done in a section", () => {
  test("is predicted, tried and checked, one after the other", () => {
    const deeds = () => Object.entries(deedsIn("why")).flatMap(([deed, isDone]) => (isDone ? [deed] : []));
    expect(deeds()).toEqual([]);
    noteAnswer("why.predict0.5", "first", { ...right, ...predict });
    expect(deeds()).toEqual(["predicted"]);
    noteTried("why.predict0.5");
    noteTried("why.predict0.5");
    expect(deeds()).toEqual(["predicted", "tried"]);
    noteAnswer("why.check", "second", { ...wrong, ...check });
    expect(deeds()).toEqual(["predicted", "tried", "missed"]);
    noteAnswer("why.check", "second", { ...right, ...check });
    expect(deeds()).toEqual(["predicted", "tried", "checked", "missed"]);
    noteAnswer("why.check", "third", { ...right, ...check });
    expect(deeds()).toEqual(["predicted", "tried", "checked"]);
    expect(progress.value.tried).toEqual(["why"]);
  });
});
