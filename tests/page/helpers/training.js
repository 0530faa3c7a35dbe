/** A training that is run and stopped from within the page, at the same step on a slow machine as on a fast one. */

/**
 * Presses Run, and once there have been more steps than `count`, presses the button of that name.
 * @param {import("playwright").Locator} figure
 * @param {number} count
 * @param {"Pause" | "Start again"} name
 * @param {string} [where]  the element whose text begins with the number of steps
 */
export const runUntil = (figure, count, name, where = ".training-count") =>
  figure.evaluate(
    (root, { count, name, where }) =>
      /** @type {Promise<void>} */ (
        new Promise((resolve) => {
          const press = (/** @type {string} */ called) =>
            Array.from(root.querySelectorAll("button"))
              .find((button) => button.textContent === called)
              ?.click();
          const observer = new MutationObserver(() => {
            const steps = parseInt(root.querySelector(where)?.textContent ?? "", 10);
            if (!(steps > count)) return;
            observer.disconnect();
            press(name);
            resolve();
          });
          observer.observe(root, { subtree: true, childList: true, characterData: true });
          press("Run");
        })
      ),
    { count, name, where },
  );
