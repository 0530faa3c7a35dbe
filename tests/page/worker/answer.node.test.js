/** An answer of the worker: what it shows, keeps, stops and asks again, with a worker that answers when told to. */
import { signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answerTo } from "../../../web/page/worker/answer.js";

/** @typedef {import("../../../web/page/worker/client.js").Answers} Answers */
/** @typedef {{ job: string, settings: any, answers: Answers, isStopped: boolean }} Started */

/** The jobs that were started, in their order. @type {Started[]} */
const jobs = [];
const last = () => jobs[jobs.length - 1];

vi.mock("../../../web/page/worker/client.js", () => ({
  start(/** @type {string} */ job, /** @type {any} */ settings, /** @type {any} */ answers) {
    const started = { job, settings, answers, isStopped: false };
    jobs.push(started);
    return () => {
      started.isStopped = true;
    };
  },
}));

const x = signal(1);

/** Of all answers that are asked for. @type {(() => void)[]} */
const ends = [];

/** @param {Partial<Parameters<typeof answerTo>[0]>} [options] */
const ask = (options) => {
  const answer = answerTo({
    job: "any/job",
    settings: () => ({ x: x.value }),
    part: (/** @type {any} */ part) => part,
    ...options,
  });
  const end = answer.keepAsking();
  ends.push(end);
  return { answer, end };
};

beforeEach(() => {
  jobs.length = 0;
  x.value = 1;
  vi.useFakeTimers();
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

describe("an answer", () => {
  test("is of the settings at hand, part by part, and then whole", () => {
    const { answer } = ask();
    expect(jobs).toMatchObject([{ job: "any/job", settings: { x: 1 } }]);
    expect([answer.shown.value, answer.isBusy.value, answer.isRunning.value]).toEqual([null, true, true]);
    last().answers.part?.("some");
    expect(answer.shown.value).toMatchObject({ settings: { x: 1 }, value: "some", isWhole: false });
    expect(answer.isSettled.value).toBe(false);
    last().answers.done("all");
    expect(answer.atHand.value).toMatchObject({ settings: { x: 1 }, value: "all", isWhole: true });
    expect([answer.isSettled.value, answer.isBusy.value, answer.isRunning.value]).toEqual([true, false, false]);
    expect(jobs).toHaveLength(1);
  });

  test("is asked for anew when a setting changes, and the job before is stopped", () => {
    const { answer } = ask();
    x.value = 2;
    expect(jobs.map(({ settings, isStopped }) => [settings.x, isStopped])).toEqual([
      [1, true],
      [2, false],
    ]);
    last().answers.done("two");
    x.value = 3;
    expect(answer.shown.value?.value).toBe("two");
    expect([answer.atHand.value, answer.isSettled.value]).toEqual([null, false]);
  });

  test("is not asked for where the settings are back that it is of", () => {
    const { answer } = ask();
    last().answers.done("one");
    x.value = 2;
    x.value = 1;
    expect(jobs.map(({ isStopped }) => isStopped)).toEqual([false, true]);
    expect(answer.isSettled.value).toBe(true);
  });

  test("of other settings is asked for again, unless answers are kept", () => {
    for (const isKept of [false, true]) {
      jobs.length = 0;
      x.value = 1;
      const { answer, end } = ask({ isKept });
      last().answers.done("one");
      x.value = 2;
      expect(answer.shown.value?.value).toBe(isKept ? undefined : "one");
      last().answers.done("two");
      x.value = 1;
      expect(jobs).toHaveLength(isKept ? 2 : 3);
      if (isKept) expect(answer.atHand.value?.value).toBe("one");
      end();
    }
  });

  test("is told to be settled, whether a job has ended or it was kept", () => {
    const settled = vi.fn();
    ask({ settled, isKept: true });
    last().answers.part?.("some");
    expect(settled).not.toHaveBeenCalled();
    last().answers.done("one");
    expect(settled).toHaveBeenCalledTimes(1);
    x.value = 2;
    expect(settled).toHaveBeenCalledTimes(1);
    x.value = 1;
    expect(settled).toHaveBeenCalledTimes(2);
  });

  test("is none where nothing is asked", () => {
    const { answer } = ask({ settings: () => (x.value > 1 ? { x: x.value } : null) });
    expect(jobs).toHaveLength(0);
    expect([answer.isSettled.value, answer.isBusy.value]).toEqual([true, false]);
    x.value = 2;
    expect([jobs.length, answer.isBusy.value]).toEqual([1, true]);
  });

  test("is made of parts and result, and of what was there before", () => {
    const part = vi.fn(() => undefined);
    const done = vi.fn((result, settings, before) => `${before}, ${settings.x}: ${result}`);
    const { answer } = ask({ part, done });
    last().answers.part?.("some");
    expect([part.mock.lastCall, answer.shown.value]).toEqual([["some", { x: 1 }, undefined], null]);
    last().answers.done("one");
    x.value = 2;
    last().answers.done("two");
    expect(answer.shown.value?.value).toBe("undefined, 1: one, 2: two");
  });
});

describe("a failure", () => {
  test("is told, ends the wait, and goes with the next answer", () => {
    const failed = vi.fn();
    const { answer } = ask({ failed });
    last().answers.failed("no connection");
    expect([answer.failure.value, answer.isBusy.value, answer.isRunning.value]).toEqual([
      "no connection",
      false,
      false,
    ]);
    expect(failed).toHaveBeenCalledTimes(1);
    x.value = 2;
    expect(answer.failure.value).toBe("no connection");
    last().answers.done("two");
    expect(answer.failure.value).toBe("");
  });

  test("may be that of several answers", () => {
    const failure = signal("");
    const [one, two] = [ask({ failure }), ask({ failure })];
    jobs[0].answers.failed("no connection");
    expect(two.answer.failure.value).toBe("no connection");
    jobs[1].answers.done("two");
    expect(one.answer.failure.value).toBe("");
  });
});

describe("waiting", () => {
  test("a pause passes over what changes within it, but not the first", () => {
    const { answer } = ask({ pause: 300 });
    expect(jobs).toHaveLength(1);
    last().answers.done("one");
    for (const value of [2, 3]) {
      x.value = value;
      vi.advanceTimersByTime(299);
    }
    expect([jobs.length, answer.isBusy.value]).toEqual([1, true]);
    vi.advanceTimersByTime(1);
    expect(jobs.map(({ settings }) => settings.x)).toEqual([1, 3]);
  });

  test("a job within the patience ends first, and shows no part; the next is of the last settings", () => {
    const { answer } = ask({ patience: 200 });
    last().answers.done("one");
    x.value = 2;
    vi.advanceTimersByTime(100);
    last().answers.part?.("some of two");
    x.value = 3;
    x.value = 4;
    expect(jobs.map(({ isStopped }) => isStopped)).toEqual([false, false]);
    expect(answer.shown.value?.value).toBe("one");
    last().answers.done("two");
    expect(answer.shown.value).toMatchObject({ value: "two", settings: { x: 2 } });
    expect(answer.isSettled.value).toBe(false);
    expect(jobs.map(({ settings }) => settings.x)).toEqual([1, 2, 4]);
  });

  test("a job that takes longer shows its parts, and a change stops it", () => {
    const { answer } = ask({ patience: 200 });
    last().answers.done("one");
    x.value = 2;
    vi.advanceTimersByTime(200);
    last().answers.part?.("some of two");
    expect(answer.shown.value?.value).toBe("some of two");
    x.value = 3;
    expect(jobs.map(({ isStopped }) => isStopped)).toEqual([false, true, false]);
  });

  test("a job that has become slow is stopped at its next part, where settings have changed meanwhile", () => {
    ask({ patience: 200 });
    x.value = 2;
    vi.advanceTimersByTime(200);
    expect(jobs).toHaveLength(1);
    last().answers.part?.("some of one");
    expect(jobs.map(({ settings, isStopped }) => [settings.x, isStopped])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  test("an answer to settings that were taken back takes no place of what is there", () => {
    const { answer } = ask({ patience: 200 });
    last().answers.done("one");
    x.value = 2;
    x.value = 1;
    last().answers.done("two");
    expect(answer.shown.value?.value).toBe("one");
    expect(jobs).toHaveLength(2);
  });
});

test("by hand it is asked for at any time, and stopped; what is there stays", () => {
  const answer = answerTo({ job: "any/job", settings: () => ({ x: x.value }), isKept: true });
  expect([jobs.length, answer.isBusy.value]).toEqual([0, undefined]);
  answer.ask();
  last().answers.done("first");
  answer.ask();
  expect(answer.isRunning.value).toBe(true);
  answer.stop();
  expect([last().isStopped, answer.isRunning.value, answer.atHand.value?.value]).toEqual([true, false, "first"]);
  answer.ask();
  last().answers.done("second");
  expect(answer.atHand.value?.value).toBe("second");
});

test("nothing is asked after the end", () => {
  const { end } = ask();
  end();
  expect(last().isStopped).toBe(true);
  x.value = 2;
  expect(jobs).toHaveLength(1);
});
