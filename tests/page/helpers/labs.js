/** @typedef {import("playwright").Page} Page */

/** A lab is busy until it has computed what it shows. @param {Page} page */
export const untilAllComputed = (page) =>
  page.waitForFunction(() => !document.querySelector("main .lab:not([aria-busy=false])"));

/** A lab computes once it has come near. @param {Page} page */
export async function computeAll(page) {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (const lab of document.querySelectorAll("main .lab")) {
      lab.scrollIntoView({ block: "center", behavior: "instant" });
      await frame();
      await frame();
    }
  });
  await untilAllComputed(page);
}
