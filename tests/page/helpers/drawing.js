/**
 * Whether pictures still come. Beside much other work Chromium has once stopped drawing: the page was visible, its
 * scripts and timers ran, its processes idled, and a test waited for the next picture for an hour.
 */
import { setTimeout as after } from "node:timers/promises";
import { STOPPED_DRAWING } from "../../waits.js";

/** A page has stopped where its timer goes off so often, one time after the other, and no picture has come. */
const TURNS = 120;

/**
 * Runs in the page.
 * @param {number} turns @param {number} pause  ms
 * @returns {Promise<boolean>} whether a picture has come
 */
function isDrawing(turns, pause) {
  return new Promise((done) => {
    requestAnimationFrame(() => done(true));
    const turn = (/** @type {number} */ left) => {
      if (left > 0) setTimeout(turn, pause, left - 1);
      else done(document.visibilityState !== "visible");
    };
    turn(turns);
  });
}

/**
 * Asked in a world of its own: in the page's, a test may have set the clock, or hidden the document.
 * @param {import("playwright").CDPSession} session @param {number} pause  ms
 * @returns {Promise<boolean>}
 */
async function answerOf(session, pause) {
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `(${isDrawing})(${TURNS}, ${pause})`,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return result.value;
}

/**
 * Throws where the page's timers fire and no picture comes. It waits for ever where the page does not answer, or must
 * not be asked. With the usual pause the answer takes two minutes, on a busy machine longer; the reporter ends a run in
 * which nothing ends for five.
 * @param {() => Promise<import("playwright").CDPSession> | undefined} newSession  none: the page must not be asked
 * @param {AbortSignal} ended  when nothing is asked any more
 * @param {number} [pause]  ms before each question: most tests have ended by then
 * @returns {Promise<never>}
 */
export async function stopsDrawing(newSession, ended, pause = 60_000) {
  for (;;) {
    await after(pause, undefined, { signal: ended });
    // A page that meanwhile was closed, or went to another document, gives no answer, and is asked again.
    const answer = await newSession()
      ?.then((session) => answerOf(session, pause / TURNS))
      .catch(() => true);
    if (answer === false && !ended.aborted)
      throw new Error(`${STOPPED_DRAWING}: its timer went off ${TURNS} times, and no picture came`);
  }
}
