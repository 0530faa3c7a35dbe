/** An answer of the worker: a job that a lab starts when its settings change, and what it has given so far. */
import { computed, effect, signal, untracked } from "@preact/signals";
import { start } from "./client.js";

/**
 * @template Settings, Value
 * @typedef {object} Given
 * @property {string} key  the settings as text
 * @property {Settings} settings
 * @property {Value} value
 * @property {boolean} isWhole  whether the job has ended
 */

/**
 * @template Settings, Part, Result, Value
 * @typedef {object} Question
 * @property {import("./jobs.js").JobName} job
 * @property {() => Settings | null} settings  read from signals, cloned as JSON; null: nothing is asked
 * @property {(part: Part, settings: Settings, before: Value | undefined) => Value | undefined} [part]  makes a value
 *   of a part; undefined: the part is not shown
 * @property {(result: Result, settings: Settings, before: Value | undefined) => Value} [done]  makes a value of the
 *   result; without it the result is the value
 * @property {() => void} [settled]  is called whenever the answer to the settings at hand is whole: when a job has
 *   ended, and when settings come back whose answer is kept
 * @property {() => void} [failed]  is called whenever a job has failed
 * @property {import("@preact/signals").Signal<string>} [failure]  one for several answers, where they fail together
 * @property {boolean} [isKept]  whether answers to other settings are kept: the worker is asked nothing twice
 * @property {number} [pause]  in ms: after a change a job starts once nothing has changed for so long. The first
 *   starts at once
 * @property {number} [patience]  in ms: a job that has run for less than this goes on when settings change, and the
 *   next starts after it. In a drag, where each job would be stopped for the next one, none would ever end. A job that
 *   takes longer shows its parts, and a change stops it
 */

/** Settings that ask nothing, as text. */
const NOTHING = "null";

/**
 * @template {object} Settings
 * @template [Part=any]
 * @template [Result=any]
 * @template [Value=Result]
 * @param {Question<Settings, Part, Result, Value>} question
 */
export function answerTo({
  job,
  settings,
  part = () => undefined,
  done = (result) => /** @type {any} */ (result),
  settled = () => {},
  failed = () => {},
  failure = signal(""),
  isKept = false,
  pause = 0,
  patience = 0,
}) {
  /** @typedef {Given<Settings, Value>} Answer */

  const given = signal(/** @type {Readonly<Record<string, Answer>>} */ ({}));
  const isWanted = signal(false);
  /** As text, so that a change of other settings computes nothing. */
  const wanted = computed(() => JSON.stringify(settings()));
  const atHand = computed(() => /** @type {Answer | null} */ (given.value[wanted.value] ?? null));
  const shown = computed(() => atHand.value ?? (isKept ? null : (Object.values(given.value)[0] ?? null)));
  const isSettled = computed(() => wanted.value === NOTHING || atHand.value?.isWhole === true);
  const isBusy = computed(() => (isWanted.value ? !isSettled.value && failure.value === "" : undefined));

  /** @typedef {{ key: string, began: number, stop: () => void }} Running */
  const running = signal(/** @type {Running | null} */ (null));

  const isSlow = (/** @type {Running} */ { began }) => performance.now() - began >= patience;

  function stop() {
    running.peek()?.stop();
    running.value = null;
  }

  /** An answer to settings of before does not take the place of one to the settings at hand. @param {Answer} answer */
  function put(answer) {
    if (answer.key !== wanted.peek() && isSettled.peek()) return;
    failure.value = "";
    given.value = { ...(isKept ? given.peek() : {}), [answer.key]: answer };
  }

  /** Starts a job for the settings at hand, also where the answer is there. */
  function ask() {
    stop();
    const key = wanted.peek();
    const settings = /** @type {Settings} */ (JSON.parse(key));
    const now = { key, began: performance.now(), stop: () => {} };
    const before = () => shown.peek()?.value;
    running.value = now;
    now.stop = start(job, settings, {
      part(/** @type {Part} */ came) {
        const value = isSlow(now) || shown.peek() === null ? part(came, settings, before()) : undefined;
        if (value !== undefined) put({ key, settings, value, isWhole: false });
        if (isSlow(now)) follow();
      },
      done(/** @type {Result} */ result) {
        running.value = null;
        put({ key, settings, value: done(result, settings, before()), isWhole: true });
        follow();
      },
      failed(why) {
        running.value = null;
        failure.value = why;
        failed();
      },
    });
  }

  /** Starts what is wanted, unless it is running or there; a job that is not slow ends first. */
  function follow() {
    const now = running.peek();
    if (now && (now.key === wanted.peek() || !isSlow(now))) return;
    stop();
    if (isSettled.peek()) untracked(settled);
    else ask();
  }

  /** From now on: asks anew when settings change. @returns {() => void} ends that */
  function keepAsking() {
    let isFirst = true;
    isWanted.value = true;
    const end = effect(() => {
      // The effect runs again when they change.
      void wanted.value;
      if (pause === 0 || isFirst) {
        isFirst = false;
        follow();
        return undefined;
      }
      stop();
      const timer = setTimeout(follow, pause);
      return () => clearTimeout(timer);
    });
    return () => {
      end();
      stop();
    };
  }

  return {
    /** The answer to the settings at hand, or null. */
    atHand,
    /** What is drawn: the answer to the settings at hand or, until there is one, the answer before it. */
    shown,
    /** Why there is no answer; empty where nothing has failed. */
    failure,
    /** Whether anything is asked at all: not before the lab comes near. */
    isWanted,
    /** Whether the answer to the settings at hand is there, all of it. */
    isSettled,
    /** For aria-busy: undefined before anything is asked. */
    isBusy,
    isRunning: computed(() => running.value !== null),
    ask,
    stop,
    keepAsking,
  };
}
