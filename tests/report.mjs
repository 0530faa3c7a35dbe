/** Counts what the tests find, and prints it: a line a test, "ok NAME" or "not ok NAME: WHY". */
export class Report {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** What failed, and why, a line each. @type {string[]} */
  failures = [];

  /** @param {string} name */
  pass(name) {
    this.passed++;
    console.log(`ok ${name}`);
  }

  /** @param {string} name @param {string} why */
  fail(name, why) {
    this.add({ failed: 1, failures: [`${name}: ${why}`] });
    console.log(`not ok ${name}: ${why}`);
  }

  /** @param {string} name @param {string} why  why it cannot run here */
  skip(name, why) {
    this.skipped++;
    console.log(`skipped ${name}: ${why}`);
  }

  /**
   * @param {string} name
   * @param {() => void | Promise<void>} body  throws if the test fails
   */
  async check(name, body) {
    try {
      await body();
    } catch (error) {
      this.fail(name, error instanceof Error ? error.message : String(error));
      return;
    }
    this.pass(name);
  }

  /**
   * Adds tests that have been printed.
   * @param {{ passed?: number, failed?: number, skipped?: number, failures?: readonly string[] }} counts
   */
  add({ passed = 0, failed = 0, skipped = 0, failures = [] }) {
    this.passed += passed;
    this.failed += failed;
    this.skipped += skipped;
    this.failures.push(...failures);
  }

  toString() {
    return `${this.passed} passed, ${this.failed} failed${this.skipped ? `, ${this.skipped} skipped` : ""}`;
  }
}
