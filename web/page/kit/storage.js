/**
 * What the reader has chosen and answered is kept in this browser. Where storage is forbidden (private windows, file://
 * pages) or full, it lasts as long as the page.
 * @param {(storage: Storage) => void} use
 */
export function withStorage(use) {
  try {
    use(localStorage);
  } catch {
    // This visit goes on without storage.
  }
}
