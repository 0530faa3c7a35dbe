/**
 * What no page should do: errors, warnings, requests to other hosts.
 * @param {import("playwright").Page} page
 * @param {string} url  of the course
 * @param {(complaint: string) => void} complain
 */
export function onComplaint(page, url, complain) {
  page.on("pageerror", (error) => complain(error.stack || error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complain(`${message.text()} ${message.location().url}`);
  });
  page.on("request", (request) => {
    // What the page has made itself (data:, blob:) goes to no host.
    const own = [url, "data:", `blob:${url}`];
    if (!own.some((start) => request.url().startsWith(start))) complain(`request to ${request.url()}`);
  });
}
