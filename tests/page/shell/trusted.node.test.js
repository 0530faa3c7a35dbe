/** What is escaped is, in HTML, the text that it was: fuzzed with markup. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { escaped, scriptAddress, withHtml } from "../../../web/page/kit/trusted.js";
import { hostile } from "../helpers/markup.js";

const markup = fc
  .array(fc.oneof(fc.constantFrom(...hostile, "<", ">", "&", '"', "'", "</", "&lt;", "<!--", "]]>"), fc.string()))
  .map((parts) => parts.join(""));

/** What a browser makes of these entities. @param {string} html */
const read = (html) =>
  html.replace(/&(amp|lt|gt|quot);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[String(name)] ?? "");

test("no text begins a tag, ends an attribute, or is changed", () =>
  fc.assert(
    fc.property(markup, (text) => {
      const html = escaped(text);
      expect(html).not.toMatch(/[<>"]/);
      expect(html.replace(/&(amp|lt|gt|quot);/g, "")).not.toContain("&");
      expect(read(html)).toBe(text);
    }),
    { numRuns: 2000 },
  ));

test("numbers, words and the marks of the page are left as they are", () => {
  expect(escaped("x[0, 1] −3.1000, now +0.5’s")).toBe("x[0, 1] −3.1000, now +0.5’s");
});

test("without Trusted Types HTML passes as the string that it is; a script's address must be of the page's origin", () => {
  expect(withHtml("<b>1</b>")).toEqual({ dangerouslySetInnerHTML: { __html: "<b>1</b>" } });
  const given = Object.getOwnPropertyDescriptor(globalThis, "location");
  Object.defineProperty(globalThis, "location", { value: new URL("https://a.example/course/"), configurable: true });
  try {
    expect(scriptAddress("https://a.example/course/worker.js")).toBe("https://a.example/course/worker.js");
    expect(scriptAddress("./worker.js")).toBe("./worker.js");
    for (const url of ["https://b.example/worker.js", "data:text/javascript,1", "//b.example/x.js"])
      expect(() => scriptAddress(url)).toThrow(TypeError);
  } finally {
    if (given) Object.defineProperty(globalThis, "location", given);
    else Reflect.deleteProperty(globalThis, "location");
  }
});
