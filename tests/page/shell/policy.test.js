/** The page's door: what the built page may load and run, and that nothing which it does asks for more. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useBrowser } from "../../chromium.js";
import { bringNear, press, sectionIds, untilComputed, withPage } from "../helpers/browser.js";
import { dist } from "../helpers/serve.js";
import { heard, hearViolations } from "../helpers/policy.js";

useBrowser();

/** @typedef {import("playwright").Page} Page */

const html = readFileSync(join(dist, "index.html"), "utf8");
const [, text = ""] = html.match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/) ?? [];

/** Each directive's values, by its name. */
const policy = new Map(
  text
    .split("; ")
    .map((each) => each.split(" "))
    .map(([name, ...values]) => [name, values]),
);

describe("the policy", () => {
  test("stands before all that is fetched or run, and the encoding within the first 1024 bytes", () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n<meta http-equiv="Content-Security-Policy"/);
    expect(html.indexOf('<meta charset="utf-8">')).toBeGreaterThan(0);
    expect(Buffer.byteLength(html.slice(0, html.indexOf('<meta charset="utf-8">')))).toBeLessThan(1000);
  });

  test("allows nothing that it does not name, and no script but the page's own files and its first one", () => {
    const inline = Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/g), ([, script]) => script);
    const hashes = inline.map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    expect(hashes).toHaveLength(1);
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("script-src")).toEqual(["'self'", "'wasm-unsafe-eval'", ...hashes]);
    expect(policy.get("style-src-elem")).toEqual(["'self'"]);
    for (const [name, values] of policy) {
      expect([name, values.filter((each) => /unsafe-inline|unsafe-eval'$/.test(each) && !/wasm/.test(each))]).toEqual([
        name,
        /^style-src(-attr)?$/.test(name) ? ["'unsafe-inline'"] : [],
      ]);
      expect(values.join(" "), name).not.toMatch(/\*|https?:/);
    }
    expect(policy.get("require-trusted-types-for")).toEqual(["'script'"]);
  });

  test("has nothing to object to in the page's own HTML", () => {
    expect(html).not.toMatch(/<[^>]* on[a-z]+=|<style|<base|<iframe|javascript:/i);
    expect(html.match(/<script(?! type="module" crossorigin src="\.\/assets\/)/g)).toEqual(["<script"]);
  });
});

/** Presses the first control of each kind in a section, and says how many. @param {string} id */
async function pressSome(id) {
  const LEAVES = /undo|redo|reset|copy|export|close|forget|choose a file/i;
  /** @type {Set<string>} */
  const kinds = new Set();
  const MOST = 8;
  const controls = document.querySelectorAll(`#${id} :is(button, input[type=radio], input[type=range], summary)`);
  for (const control of controls) {
    const kind = `${control.localName} ${control.className} ${control.getAttribute("name")}`;
    const isOff = control.matches(":disabled, [aria-disabled=true]") || !control.checkVisibility();
    if (kinds.size === MOST || kinds.has(kind) || isOff || LEAVES.test(control.textContent ?? "")) continue;
    kinds.add(kind);
    if (control.matches("[type=range]")) control.dispatchEvent(new Event("input", { bubbles: true }));
    else if (control instanceof HTMLElement) control.click();
    await new Promise((done) => requestAnimationFrame(done));
  }
  return kinds.size;
}

/** @param {Page} page @param {string} kind */
async function exported(page, kind) {
  await page.locator("#dim").getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.locator("#dim").getByRole("group", { name: "Export as" }).getByRole("button", { name: kind }).click();
  return readFileSync(await (await download).path());
}

describe("nothing that the page does is against it", () => {
  test("not in any section, nor what is pressed there, exported or shared", () =>
    withPage({ begin: hearViolations, explained: false }, async (page) => {
      for (const id of sectionIds()) {
        await bringNear(page, id);
        await untilComputed(page, id);
        expect(await page.evaluate(pressSome, id), id).toBeGreaterThan(0);
        expect(await page.evaluate(heard), id).toEqual([]);
      }
      const files = [await exported(page, "PNG"), await exported(page, "SVG"), await exported(page, "CSV")];
      expect(files.map((bytes) => bytes.length > 100)).toEqual([true, true, true]);
      await page.getByRole("button", { name: "Share" }).click();
      const picture = page.getByRole("dialog", { name: "Share" }).locator("img");
      await expect
        .poll(() => picture.evaluate((img) => /** @type {HTMLImageElement} */ (img).naturalWidth))
        .toBeGreaterThan(0);
      await press(page, "Escape");
      expect(await page.evaluate(heard)).toEqual([]);
    }));

  test("not in a lesson, which shows one section alone before any file has come", () =>
    withPage({ begin: hearViolations, query: "?lesson=dim&lock=dims", explained: false }, async (page) => {
      expect(await page.locator("main > section:visible").evaluateAll((all) => all.map(({ id }) => id))).toEqual([
        "dim",
      ]);
      expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
      expect(await page.evaluate(heard)).toEqual([]);
    }));
});

/**
 * What must be refused: by which directive, and what tries it, in the page. It says whether it came to nothing, or
 * fails.
 * @type {[string, string, () => unknown][]}
 */
const PLANTED = [
  [
    "a script in the page",
    "require-trusted-types-for",
    () => {
      const script = document.createElement("script");
      script.append("document.title = 'planted'");
      document.head.append(script);
      return document.title !== "planted";
    },
  ],
  [
    "a module from elsewhere",
    "script-src-elem",
    () => {
      const link = document.createElement("link");
      Object.assign(link, { rel: "modulepreload", href: "https://elsewhere.invalid/planted.js" });
      document.head.append(link);
      return true;
    },
  ],
  // biome-ignore lint/security/noGlobalEval: it must fail.
  ["eval", "require-trusted-types-for", () => eval("1")],
  ["a function made of text", "require-trusted-types-for", () => new Function("return 1")()],
  [
    "HTML made of text",
    "require-trusted-types-for",
    () => {
      document.createElement("p").innerHTML = "<b>planted</b>";
    },
  ],
  [
    "another policy for such text",
    "trusted-types",
    () =>
      /** @type {any} */ (window).trustedTypes.createPolicy("planted", {
        createHTML: (/** @type {string} */ text) => text,
      }),
  ],
  [
    "a handler in an attribute",
    "require-trusted-types-for",
    () => document.createElement("img").setAttribute("onerror", "document.title = 'planted'"),
  ],
  [
    "a style element",
    "style-src-elem",
    () => {
      document.head.appendChild(document.createElement("style")).textContent = "body { display: none }";
      return getComputedStyle(document.body).display !== "none";
    },
  ],
  [
    "a picture from elsewhere",
    "img-src",
    () =>
      new Promise((done, fail) => {
        const image = new Image();
        image.onload = () => done(false);
        image.onerror = fail;
        image.src = "https://elsewhere.invalid/planted.png";
      }),
  ],
  ["a request to elsewhere", "connect-src", () => fetch("https://elsewhere.invalid/planted")],
  [
    "a frame",
    "frame-src",
    () => {
      document.body.appendChild(document.createElement("iframe")).src = "https://elsewhere.invalid/planted";
      return true;
    },
  ],
  ["a worker made of text", "require-trusted-types-for", () => new Worker("data:text/javascript,postMessage(1)")],
  [
    "another base for addresses",
    "base-uri",
    () => {
      document.head.appendChild(document.createElement("base")).href = "https://elsewhere.invalid/";
      return document.baseURI.startsWith(location.origin);
    },
  ],
  [
    "a form that is sent away",
    "form-action",
    () => {
      const form = document.body.appendChild(document.createElement("form"));
      form.action = "https://elsewhere.invalid/planted";
      form.submit();
      return true;
    },
  ],
];

test("what is planted is refused, each by its directive", () =>
  withPage({ begin: hearViolations, opened: "first", busy: true, pardoned: /./ }, async (page) => {
    /** @type {string[]} */
    const sent = [];
    page.on("response", (response) => sent.push(response.url()));
    for (const [what, directive, plant] of PLANTED) {
      // By itself, a moment later: what a test evaluates may call eval(), whatever the policy says.
      const isRefused = page.evaluate(`new Promise((done) => setTimeout(() => {
        new Promise((ran) => ran((${plant})())).then(done, () => done(true));
      }))`);
      expect(await isRefused, what).toBe(true);
      await expect
        .poll(() => page.evaluate(heard), { message: what })
        .toContainEqual(expect.stringMatching(`^${directive}: `));
      await page.evaluate(hearViolations);
    }
    expect(sent.filter((url) => url.includes("elsewhere"))).toEqual([]);
    expect(await page.title()).not.toBe("planted");
  }));
