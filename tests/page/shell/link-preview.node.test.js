/** What links to the page show: whole addresses where the page's own is known as it is built. */
import { expect, test, vi } from "vitest";
import { linkPreview } from "../../../web/page/build/link-preview.js";

const HTML = '<title>A page</title><meta name="description" content="What it is.">';

/** @param {string} [address] */
function tags(address) {
  const { handler } = /** @type {any} */ (linkPreview(address).transformIndexHtml);
  return Object.fromEntries(
    handler(HTML).map((/** @type {any} */ { attrs }) => [attrs.property ?? attrs.name, attrs.content]),
  );
}

test("title and description are the page's own", () => {
  expect(tags()).toMatchObject({ "og:title": "A page", "og:description": "What it is." });
});

test("the picture's address is relative, or whole where the page's is given", () => {
  expect(tags()["og:image"]).toBe("./preview.png");
  expect(tags()).not.toHaveProperty("og:url");
  for (const address of ["https://example.org/course/", "https://example.org/course"]) {
    const whole = tags(address);
    expect(whole["og:image"]).toBe("https://example.org/course/preview.png");
    expect(whole["og:url"]).toBe("https://example.org/course/");
  }
});

test("an address that is none is refused", () => {
  expect(() => tags("example.org")).toThrow();
});

test("a build without an address says so in one line, and nothing else does", () => {
  const warned = (/** @type {string} */ command, /** @type {string} */ address = "") => {
    const warn = vi.fn();
    const { configResolved } = /** @type {any} */ (linkPreview(address));
    configResolved({ command, logger: { warn } });
    return warn.mock.calls.flat();
  };
  expect(warned("build")).toEqual([expect.stringMatching(/^PAGE_URL is not set: .*$/)]);
  expect(warned("build", "https://example.org/")).toEqual([]);
  expect(warned("serve")).toEqual([]);
});
