/**
 * A section is one folder and one line in course/sections.js: a copy of the page gets one more, and has it everywhere.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, preview } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTab, useBrowser } from "../chromium.js";
import { root } from "../setup.mjs";
import { sections } from "../../web/page/course/sections.js";

useBrowser();

const SPEC = `
import { figureSpec } from "../../course/spec-form.js";

export const spec = figureSpec(
  { preset: "tens", dims: [0] },
  { presets: ["tens", "tenths"], ranks: [1, 1], stages: 3 },
);
`;

const SECTION = `
import { Figure } from "../../figure/figure.jsx";
import { derived } from "../../figure/state/derived.js";
import { SectionView } from "../../parts/section.jsx";

export const Section = (props) => (
  <SectionView {...props} lesson="A lesson of its own" prose={<>It has {derived.extra.value.groupSize} numbers.</>}>
    <Figure id="extra" axes={false} />
  </SectionView>
);
`;

const STYLE = "#extra .prose { letter-spacing: 3px; }";

/** Before the section on dim: those after it have other numbers then. */
const LINE = '{ id: "extra", title: "one more" },';
const BEFORE = '{ id: "dim",';

/** A copy of the page, where it finds its packages. @returns {string} */
function copyWithSection() {
  mkdirSync(join(root, ".scratch"), { recursive: true });
  const page = join(mkdtempSync(join(root, ".scratch", "page-")), "page");
  const dist = join(root, "web/page/dist");
  cpSync(join(root, "web/page"), page, { recursive: true, filter: (path) => path !== dist });
  // The package's sources, which the build of the page takes its kernels from.
  for (const file of ["api", "kernels-elsewhere.mjs", "wasm-binary.mjs"])
    cpSync(join(root, "web", file), join(page, "..", file), { recursive: true });
  const folder = join(page, "sections", "extra");
  mkdirSync(folder);
  writeFileSync(join(folder, "spec.js"), SPEC);
  writeFileSync(join(folder, "section.jsx"), SECTION);
  writeFileSync(join(folder, "section.css"), STYLE);
  const course = join(page, "course", "sections.js");
  const lines = readFileSync(course, "utf8");
  writeFileSync(course, lines.replace(BEFORE, `${LINE}\n  ${BEFORE}`));
  return page;
}

describe("a section of its own", () => {
  /** @type {string} */
  let page;
  /** @type {import("vite").PreviewServer} */
  let server;

  beforeAll(async () => {
    page = copyWithSection();
    const { default: config } = await import(/* @vite-ignore */ pathToFileURL(join(page, "vite.config.js")).href);
    const plugins = config.plugins.filter((/** @type {{ name: string }} */ { name }) => name !== "reference");
    const options = { ...config, configFile: false, logLevel: /** @type {const} */ ("error"), plugins };
    await build(options);
    server = await preview({ ...options, preview: { host: "127.0.0.1", port: 0 } });
  });

  afterAll(async () => {
    await server?.close();
    rmSync(join(page, ".."), { recursive: true, force: true });
  });

  /** Opens it, and waits until the section is alive. @param {string} query */
  async function open(query) {
    const tab = await openTab();
    tab.on("pageerror", (error) => {
      throw error;
    });
    await tab.goto(`${server.resolvedUrls?.local[0]}${query}#extra`);
    await tab.locator("#extra[data-open]").waitFor();
    return tab;
  }

  test("is prerendered with the number of its place, and moves those of the sections after it", () => {
    const html = readFileSync(join(page, "dist", "index.html"), "utf8");
    const kickers = Array.from(html.matchAll(/<p class="kicker"><a[^>]*>(.*?)<\/a>/g), ([, text]) => text);
    const at = sections.findIndex(({ id }) => id === "dim");
    const number = sections.slice(0, at).filter(({ kind }) => kind === "main").length + 1;
    // The first screen has none. The section before is a part of the one before that, and has its number.
    expect(kickers.slice(at - 2, at + 1)).toEqual([
      `${number - 1} · ${sections[at - 1].title}`,
      `${number} · one more`,
      `${number + 1} · dim in two dimensions`,
    ]);
    expect(html).toContain("It has 5 numbers.");
    // Its stretch of the progress bar.
    expect(html).toContain(`<a href="#extra"><span class="visually-hidden">${number} · one more</span>`);
  });

  test("comes alive with its presets, stages and style, and is undone like the others", async () => {
    const tab = await open("");
    const section = tab.locator("#extra");
    expect(await section.getByLabel("Example").locator("option").allTextContents()).toEqual(["10 to 50", "1.0 to 1.4"]);
    expect(await section.locator(".stops button").count()).toBe(3);
    expect(await section.locator(".prose").evaluate((prose) => getComputedStyle(prose).letterSpacing)).toBe("3px");
    const cells = section.locator('[data-panel="x"] .cell');
    expect(await cells.allTextContents()).toEqual(["10", "20", "30", "40", "50"]);
    await section.getByLabel("Example").selectOption("tenths");
    await expect.poll(() => cells.first().textContent()).toBe("1.0000");
    await expect.poll(() => new URL(tab.url()).search).toBe("?extra.preset=tenths");
    await section.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => cells.first().textContent()).toBe("10");
    await tab.close();
  });

  test("is read from a link within its limits", async () => {
    const tab = await open("?extra.x=3:1,2,6&extra.keepdim=false&extra.stage=3&extra.at=out:9");
    expect(await tab.locator('#extra [data-panel="x"] .cell').allTextContents()).toEqual(["1", "2", "6"]);
    const refused = tab.getByRole("alert").getByRole("listitem");
    expect((await refused.allTextContents()).map((text) => text.split(":")[0])).toEqual([
      "extra.stage=3",
      "extra.at=out",
    ]);
    await expect.poll(() => new URL(tab.url()).search).toBe("?extra.x=3:1,2,6&extra.keepdim=false");
    await tab.close();
  });
});
