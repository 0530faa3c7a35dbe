/** Style sheets that a test adds to the page, whose policy refuses style elements. */

/** @param {import("playwright").Page} page @param {string} text */
export const addStyle = (page, text) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, text);
