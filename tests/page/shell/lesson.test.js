/** Links from the dialog, and lessons: links in which a teacher has fixed some of what can be set. */
import { describe, expect, test } from "vitest";
import { sections } from "../../../web/page/course/sections.js";
import { useBrowser } from "../../chromium.js";
import {
  cell,
  cellTexts,
  clickFixed,
  press,
  shifts,
  untilStill,
  withHeldFiles,
  withPage,
  withSection,
} from "../helpers/browser.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

/** @param {Page} page */
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());

/** @param {Page} page */
const said = (page) => page.locator("#narration").textContent();

describe("a lesson on one section", () => {
  const links = ["row", "dim", "three", "family", "variance"].flatMap((id) => [`?lesson=${id}`, `?lesson=${id}#${id}`]);
  test.each(links)("opens where it begins, and stays there while it comes alive: %s", (query) =>
    withPage({ query, viewport: { width: 1280, height: 800 } }, async (page) => {
      const opening = page.locator("main > section:not([hidden]) :is(h2, .opening h3)").filter({ visible: true });
      expect(await opening.count()).toBe(1);
      const { top, bottom } = await opening.evaluate((heading) => heading.getBoundingClientRect());
      expect(top).toBeGreaterThan(60);
      expect(bottom).toBeLessThan(500);
    }),
  );
});

describe("Share", () => {
  test("copies a link to what is seen, closes with Escape, and gives the focus back", () =>
    withSection("dim", { query: "?dim.dims=0" }, async (page) => {
      const share = page.getByRole("button", { name: "Share" });
      await share.click();
      const dialog = page.getByRole("dialog", { name: "Share" });
      const copy = dialog.locator("button.primary");
      const width = async () => (await copy.boundingBox())?.width;
      const before = await width();
      await dialog.getByRole("button", { name: "Copy link" }).click();
      await expect.poll(() => clipboard(page)).toMatch(/\?dim\.dims=0#\w+$/);
      expect(await copy.innerText()).toBe("Link copied");
      expect(await width(), "the button keeps its width").toBe(before);
      expect(await dialog.getByRole("status").textContent()).toBe("Link copied.");
      await press(page, "Escape");
      await expect.poll(() => dialog.count()).toBe(0);
      expect(await share.evaluate((at) => at === document.activeElement)).toBe(true);
    }));

  test("makes a lesson by keyboard alone, which is then what its link says", () =>
    withSection("dim", { query: "?dim.dims=0" }, async (page) => {
      await page.getByRole("button", { name: "Share" }).focus();
      await press(page, "Enter");
      const dialog = page.getByRole("dialog", { name: "Share" });
      await dialog.locator("summary").press("Enter");
      await dialog.getByLabel("Show").selectOption("dim");
      for (const name of ["the dims", "eps"]) {
        await dialog.getByRole("checkbox", { name, exact: true }).focus();
        await press(page, "Space");
      }
      await dialog.getByRole("button", { name: "Copy the link to the lesson" }).focus();
      await press(page, "Enter");
      await expect.poll(() => clipboard(page)).toContain("lesson=dim&lock=dims,eps");
      const { search, hash } = new URL(await clipboard(page));
      expect([search, hash]).toEqual(["?lesson=dim&lock=dims,eps&dim.dims=0", "#dim"]);
    }));

  test("opens with the figure's picture, which is copied as a PNG", () =>
    withSection("dim", { query: "#dim" }, async (page) => {
      await expect.poll(() => page.locator(".section-name").textContent()).toContain("dim");
      // By a press that scrolls nothing: what is read is what is shared.
      await page.getByRole("button", { name: "Share" }).evaluate((share) => /** @type {HTMLElement} */ (share).click());
      const dialog = page.getByRole("dialog", { name: "Share" });
      const picture = dialog.getByRole("img", { name: "The figure of section 4, as it is now" });
      const before = await dialog.boundingBox();
      await picture.waitFor();
      expect(await dialog.boundingBox(), "nothing moves when it comes").toEqual(before);
      expect(await picture.evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth)).toBeGreaterThan(
        600,
      );
      await dialog.getByRole("button", { name: "Copy image" }).click();
      await expect.poll(() => dialog.getByRole("status").textContent()).toBe("Image copied.");
      const types = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
      expect(types).toContain("image/png");
    }));

  test("shows a lab without a picture, and teachers' settings only when they are asked for", () =>
    withSection("why", { query: "#why" }, async (page) => {
      await expect.poll(() => page.locator(".section-name").textContent()).toContain("why");
      await page.getByRole("button", { name: "Share" }).evaluate((share) => /** @type {HTMLElement} */ (share).click());
      const dialog = page.getByRole("dialog", { name: "Share" });
      expect(await dialog.getByRole("img").count()).toBe(0);
      expect(await dialog.getByLabel("Show").isVisible()).toBe(false);
      await dialog.getByText("For teachers").click();
      expect(await dialog.getByLabel("Show").isVisible()).toBe(true);
    }));

  test("says so where the browser does not let it copy", () =>
    withSection("dim", {}, async (page) => {
      await page.evaluate(() => {
        navigator.clipboard.writeText = async () => {
          throw new DOMException("no", "NotAllowedError");
        };
      });
      await page.getByRole("button", { name: "Share" }).click();
      const dialog = page.getByRole("dialog", { name: "Share" });
      await dialog.getByRole("button", { name: "Copy link" }).click();
      await expect.poll(() => dialog.getByRole("status").textContent()).toContain("copy it by hand");
      const selected = await dialog
        .getByLabel("Link to this state")
        .evaluate((field) => getSelection()?.toString() || /** @type {HTMLInputElement} */ (field).selectionEnd);
      expect(selected).toBeTruthy();
    }));
});

describe("a lesson on each section", () => {
  test.each(sections.map(({ id }) => id))("shows it alone: %s", (id) =>
    withPage({ query: `?lesson=${id}`, opened: "none", busy: true }, async (page) => {
      const shown = () =>
        page
          .locator("main > section")
          .evaluateAll((all) => all.filter((each) => each.checkVisibility()).map((each) => each.id));
      await expect.poll(shown).toEqual([id]);
      await expect.poll(() => page.getByRole("complementary", { name: "Lesson" }).count()).toBe(1);
      await expect.poll(() => page.locator(`#${id} h2`).count()).toBeGreaterThan(0);
    }),
  );
});

describe("a lesson", () => {
  const query = "?lesson=dim&lock=preset,x,dims,keepdim,correction,eps,affine,stage&dim.preset=words&dim.eps=1e-5";

  test("shows one section alone, says what is fixed, and has a way out", () =>
    withPage({ query: "?lesson=dim&lock=dims,eps" }, async (page) => {
      const bar = page.getByRole("complementary", { name: "Lesson" });
      expect(await bar.textContent()).toContain("A lesson on section 4, with the dims and eps fixed.");
      await expect.poll(() => said(page)).toContain("the dims and eps fixed");
      const visible = () =>
        page
          .locator("main > section")
          .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ id }) => id));
      const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
      expect(await visible()).toEqual(["dim"]);
      expect(await links.count()).toBe(1);
      const top = () => page.locator("#dim").evaluate((at) => Math.round(at.getBoundingClientRect().top));
      const before = await top();
      await bar.getByRole("button", { name: "Open everything" }).click();
      await expect.poll(visible).toContain("book");
      expect(await bar.count()).toBe(0);
      expect(await links.count()).toBeGreaterThan(1);
      await expect.poll(top).toBe(before);
      await expect.poll(() => new URL(page.url()).search).toBe("");
      await page
        .getByRole("button", { name: /^dim 0 size/ })
        .first()
        .click();
      expect(await cellTexts(page, "dim", "mean")).toHaveLength(6);
    }));

  test("keeps what is fixed, in every way that it could be changed, and says why", () =>
    withSection("dim", { query }, async (page) => {
      const section = page.locator("#dim");
      const before = { x: await cellTexts(page, "dim", "x"), out: await cellTexts(page, "dim", "out") };
      const acts = {
        "the example": async () => {
          await section.getByLabel("Example").focus();
          await press(page, "ArrowDown");
        },
        keepdim: async () => {
          await section.getByRole("radio", { name: "True" }).focus();
          await press(page, "ArrowRight");
        },
        "n or n − 1": () => clickFixed(section.getByRole("radio", { name: "n", exact: true })),
        eps: async () => {
          await page.locator("#dim-eps").focus();
          await press(page, "ArrowRight");
        },
        "weight and bias": () => clickFixed(section.getByRole("radio", { name: "edit" })),
        "the values": async () => {
          await cell(page, "dim", "x", 1).focus();
          await press(page, "Alt+ArrowUp");
        },
      };
      for (const [what, act] of Object.entries(acts)) {
        await act();
        await expect.poll(() => said(page), { message: what }).toBe(`Fixed in this lesson: ${what}.`);
        expect(await cellTexts(page, "dim", "x"), what).toEqual(before.x);
        expect(await cellTexts(page, "dim", "out"), what).toEqual(before.out);
      }
      expect(await section.getByLabel("Example").inputValue()).toBe("words");
      expect(await section.getByRole("radio", { name: "True" }).isChecked()).toBe(true);
      expect(await section.getByRole("radio", { name: "n − 1" }).isChecked()).toBe(true);
      expect(await section.getByRole("radio", { name: "1, 0" }).isChecked()).toBe(true);
      expect(await page.locator("#dim-eps").getAttribute("aria-valuetext")).toBe("1e-05");
      expect(await section.locator(".toolbar .lock").count()).toBe(5);
    }));

  test("says what is fixed, and not what was done before, whose words come late", () => {
    const { prepare, release } = withHeldFiles(/\/sentences-[^/]*\.js$/);
    return withSection("dim", { query, prepare }, async (page) => {
      const asked = page.waitForRequest(/\/sentences-/);
      await cell(page, "dim", "x", 1).focus();
      await asked;
      await press(page, "Alt+ArrowUp");
      await expect.poll(() => said(page)).toBe("Fixed in this lesson: the values.");
      const arrived = page.waitForResponse(/\/sentences-/);
      release();
      await arrived;
      await untilStill(page);
      expect(await said(page)).toBe("Fixed in this lesson: the values.");
    });
  });

  test("begins again where the link began", () =>
    withSection("dim", { query: "?lock=eps&dim.preset=book&dim.dims=0&dim.eps=0.1" }, async (page) => {
      await page.locator("#dim").getByRole("button", { name: "dim 1 = −1 size 6" }).click();
      expect(await cellTexts(page, "dim", "mean")).toHaveLength(2);
      await page.locator("#dim").getByRole("button", { name: "Reset" }).click();
      expect(await cellTexts(page, "dim", "mean")).toHaveLength(6);
      expect(await page.locator("#dim-eps").getAttribute("aria-valuetext")).toBe("0.1");
    }));

  test("is refused with a word of why where it names what is not there", () =>
    withPage({ query: "?lesson=nowhere&lock=dims,everything" }, async (page) => {
      const notice = page.getByRole("alert");
      await expect.poll(() => notice.locator("li").count()).toBe(2);
      expect(await page.locator("main > section").first().isVisible()).toBe(true);
      expect(await page.getByRole("complementary", { name: "Lesson" }).count()).toBe(0);
    }));

  test("shifts nothing when it comes", () =>
    withPage({ query: "?lesson=dim&lock=dims" }, async (page) => {
      await page.waitForTimeout(300);
      expect(await shifts(page)).toEqual([]);
    }));
});
