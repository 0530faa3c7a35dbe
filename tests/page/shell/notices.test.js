/** The licences of others' work, in one file that is made with the page. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { NOTICES } from "../../../web/page/build/notices.js";
import { useBrowser } from "../../chromium.js";
import { root } from "../../setup.mjs";
import { withPage } from "../helpers/browser.js";
import { dist } from "../helpers/serve.js";

useBrowser();

const text = readFileSync(join(dist, NOTICES), "utf8");

/** What stands under each heading, by the package's name. */
const notices = Object.fromEntries(
  text
    .split(/^## /m)
    .slice(1)
    .map((notice) => [notice.match(/^\S+?(?= - |, )/)?.[0], notice]),
);

/** A package by its name or a path in it: in an import, or as the address of a face. */
const IMPORTED = /(?:\bfrom |\bimport |\bimport\(|\burl\()"((?:@[\w-]+\/)?[a-z][\w-]*)[^"]*"/g;

/** Types alone, the package itself, and Vite's and Node's own. */
const OURS = /^(layernorm|vite|node|virtual|data)$/;

/** What the page's sources import of other packages; what only builds the page is in build/ and shell/render.jsx. */
function imported() {
  const page = join(root, "web/page"),
    sources = readdirSync(page, { recursive: true, encoding: "utf8" }).filter(
      (path) => /\.(jsx?|css)$/.test(path) && !/^(build|dist|public)\/|^vite\.|^shell\/render\.jsx$/.test(path),
    );
  return new Set(
    sources.flatMap((path) => {
      const code = readFileSync(join(page, path), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
      return [...code.matchAll(IMPORTED)].map(([, name]) => name).filter((name) => !OURS.test(name));
    }),
  );
}

describe("the notices", () => {
  test("name every package that the page's sources import, the font among them, each with its licence", () => {
    const names = [...imported()];
    expect(names).toEqual(expect.arrayContaining(["preact", "@preact/signals", "@fontsource-variable/inter"]));
    for (const name of names) expect(notices[name], name).toMatch(/copyright[\s\S]*(permission|licen[cs]e)/i);
  });

  test("hold what the words' licence asks for: its notice of copyright and of permission", () => {
    expect(notices.SCOWL).toContain("Copyright 2000-2011 by Kevin Atkinson");
    expect(notices.SCOWL).toContain("Permission to use, copy, modify, distribute and sell these word");
  });

  test("are found from the page's footer", () =>
    withPage({ opened: "first" }, async (page) => {
      const link = page.getByRole("contentinfo").getByRole("link", { name: NOTICES });
      const address = await link.evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href);
      const answer = await page.request.get(address);
      expect(answer.status()).toBe(200);
      expect(await answer.text()).toBe(text);
    }));
});
