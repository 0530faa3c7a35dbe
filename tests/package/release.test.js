/** `npm run release`: each of its checks finds the faults that are planted here, and nothing in what has none. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as checks from "../../web/release/checks.mjs";
import { pack } from "../../web/release/pack.mjs";
import { root } from "../setup.mjs";
import { execute } from "./project.js";

/** @typedef {import("../../web/release/checks.mjs").Finding} Finding */

/** One fault, which says that. @param {Finding} finding @param {string} text */
const finds = ({ wrong }, text) => expect(wrong).toEqual([expect.stringContaining(text)]);

describe("version", () => {
  const found = {
    version: "1.2.3",
    locked: ["1.2.3", "1.2.3"],
    tags: ["v1.2.2"],
    tagsHere: /** @type {string[]} */ ([]),
  };
  const check = (/** @type {Partial<typeof found>} */ other) => checks.checkVersion({ ...found, ...other });
  const of = (/** @type {string} */ version) => check({ version, locked: [version] });

  test.each(["0.1.0", "1.2.3", "10.20.30-rc.1", "1.0.0-alpha", "1.0.0-0a.x-y.0"])("%s is one", (version) => {
    expect(of(version)).toEqual({ wrong: [], fine: `${version}, no tag v${version} yet` });
  });

  test.each(["1.2", "v1.2.3", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3+build", "1.2.3.4", "", "1.2.3\n"])(
    "%j is none",
    (version) => finds(of(version), "is no semantic version: write one like 1.2.3"),
  );

  test("a lock file of another version", () => {
    finds(check({ locked: ["1.2.3", "1.2.2"] }), "package-lock.json has 1.2.2, package.json 1.2.3: run npm install");
  });

  test("another commit has the tag", () => {
    finds(check({ tags: ["v1.2.3"] }), "v1.2.3 is another commit's tag: raise the version");
  });

  test("this commit has the tag, or another one", () => {
    const here = check({ tags: ["v1.2.3"], tagsHere: ["v1.2.3", "stable"] });
    expect(here).toEqual({ wrong: [], fine: "1.2.3, this commit is v1.2.3" });
    finds(check({ tags: ["v2.0.0"], tagsHere: ["v2.0.0"] }), "this commit is tagged v2.0.0, not v1.2.3");
  });
});

describe("changelog", () => {
  const check = (/** @type {string} */ text, version = "0.2.0") =>
    checks.checkChangelog(`# Changelog\n\n${text}`, version, "2026-03-05");

  test.each(["0.2.0 - 2026-03-05", "[0.2.0] - 2026-03-04"])("## %s", (title) => {
    const older = "## 0.1.0 - 2026-01-01\n\n- a first version\n";
    expect(check(`## ${title}\n\n### Added\n\n- softmax\n\n${older}`)).toEqual({ wrong: [], fine: `"## ${title}"` });
  });

  test.each(["0.2.0 - Unreleased", "0.2.0", "0.2.0 - 2026-02-30", "0.2.0 - 05.03.2026"])(
    "## %s has no date",
    (title) => {
      finds(
        check(`## ${title}\n\n- softmax\n`),
        `"## ${title}" has no date: at the release, write "## 0.2.0 - 2026-03-05"`,
      );
    },
  );

  test("a day that has not come", () => finds(check("## 0.2.0 - 2026-03-06\n\n- softmax\n"), "lies in the future"));

  test("no entry for the version", () => {
    finds(check("## 0.1.0 - 2026-01-01\n\n- first\n"), 'no entry for 0.2.0: write one below "## 0.2.0 - 2026-03-05"');
    finds(check("## 0.2.0-rc.1 - 2026-01-01\n\n- first\n"), "no entry for 0.2.0");
    finds(check("## 10.2.0 - 2026-01-01\n\n- first\n"), "no entry for 0.2.0");
  });

  test("an entry that lists nothing", () => {
    finds(check("## 0.2.0 - 2026-03-05\n\n### Added\n\n## 0.1.0 - 2026-01-01\n\n- first\n"), "lists nothing");
  });
});

test("tree", () => {
  expect(checks.checkTree("")).toEqual({ wrong: [], fine: "nothing uncommitted" });
  finds(checks.checkTree(" M README.md\n?? new.js\n"), "not committed: README.md, new.js: commit or remove them");
  finds(checks.checkTree("?? a\n?? b\n?? c\n?? d\n?? e\n"), "not committed: a, b, c and 2 more");
});

describe("addresses", () => {
  const OF_GITHUB = {
    repository: { type: "git", url: "git+https://github.com/someone/layer-norm.js.git" },
    homepage: "https://github.com/someone/layer-norm.js#readme",
    bugs: "https://github.com/someone/layer-norm.js/issues",
  };

  test.each([
    "https://github.com/someone/layer-norm.js.git\n",
    "https://github.com/someone/layer-norm.js",
    "https://github.com/someone/layer-norm.js/",
    "https://name:SECRET@github.com/someone/layer-norm.js.git",
    "git@github.com:someone/layer-norm.js.git",
    "ssh://git@github.com/someone/layer-norm.js.git",
    "ssh://git@github.com:22/someone/layer-norm.js.git",
  ])("%j", (remote) => {
    expect(checks.addressesOf(remote)).toEqual(OF_GITHUB);
    expect(checks.checkAddresses(remote).wrong).toEqual([]);
    expect(JSON.stringify(checks.checkAddresses(remote))).not.toContain("SECRET");
  });

  test("GitLab's groups, and where its issues are", () => {
    expect(checks.addressesOf("git@gitlab.com:group/part/norm.git")).toMatchObject({
      repository: { url: "git+https://gitlab.com/group/part/norm.git" },
      bugs: "https://gitlab.com/group/part/norm/-/issues",
    });
  });

  test.each([
    "/srv/git/layernorm.git",
    "file:///github.com/someone/norm",
    "https://name:SECRET@example.org/someone/norm.git",
    "https://github.com.example.org/someone/norm",
    "https://example.org/github.com/someone/norm",
    "https://github.com/someone",
  ])("%j has none", (remote) => {
    expect(checks.addressesOf(remote)).toBeUndefined();
    finds(checks.checkAddresses(remote), "origin is no repository of github.com or gitlab.com");
    expect(checks.checkAddresses(remote).wrong.join()).not.toContain("SECRET");
  });

  test("no remote", () => finds(checks.checkAddresses(undefined), "git remote add origin ADDRESS"));
});

describe("tests", () => {
  const check = (/** @type {string} */ output, code = 1) => checks.checkTests({ code, output, log: "the.log" });

  test("that passed", () => {
    expect(check("...\n\n12 passed, 0 failed\n", 0)).toEqual({ wrong: [], fine: "12 passed, 0 failed" });
    expect(check("12 passed, 0 failed, 1 skipped\n", 0).wrong).toEqual([]);
  });

  test("that failed, that never ran, that were none", () => {
    finds(check("failed: api > relu\nfailed: lint\n1 passed, 2 failed"), "api > relu; lint: see the.log");
    finds(check("failed: a\nfailed: b\nfailed: c\nfailed: d\nfailed: e\n0 passed, 5 failed"), "a; b; c; 2 more: see");
    finds(check("npm error code 127\n"), "no tests passed, exit code 1: see the.log");
    finds(check("12 passed, 0 failed\n"), "no tests passed, exit code 1");
    finds(check("0 passed, 0 failed\n", 0), "no tests passed, exit code 0");
    finds(check("", 0), "no tests passed");
  });
});

describe("tarball", () => {
  const found = {
    paths: ["CHANGELOG.md", "LICENSE", "README.md", "package.json", "web/npx.mjs", "web/api/index.js", "c/norm.h"],
    manifest: {
      main: "./web/api/index.js",
      bin: { layernorm: "web/npx.mjs" },
      exports: { ".": { default: "./web/api/index.js" }, "./c/*": "./c/*" },
    },
    texts: {
      "README.md": "[norm.h](c/norm.h#L3), `[no](link.md)`",
      "CHANGELOG.md": "[elsewhere](https://example.org/x)",
    },
  };
  const check = (/** @type {Partial<typeof found>} */ other) => checks.checkContents({ ...found, ...other });

  test("with all that it needs", () => {
    expect(check({})).toEqual({ wrong: [], fine: "7 files, every link of README and CHANGELOG among them" });
  });

  test.each([
    "tests/ops.js",
    "web/page/index.html",
    "c/notes.txt",
    ".env",
    "web/api/ops/.relu.js.swp",
    "node_modules/a.js",
  ])("%s too many", (path) =>
    finds(check({ paths: [...found.paths, path] }), `${path} does not belong there: see "files"`),
  );

  test.each(["LICENSE", "web/api/index.js", "web/npx.mjs"])("%s too few", (path) => {
    finds(check({ paths: found.paths.filter((each) => each !== path) }), `${path} is missing`);
  });

  test("a link that leads nowhere, a picture that does not", () => {
    const texts = { ...found.texts, "README.md": "![dots](web/dots.png)" };
    finds(check({ texts }), "README.md links to web/dots.png, which is not in it: ship it, or name it without a link");
    expect(check({ texts, paths: [...found.paths, "web/dots.png"] }).wrong).toEqual([]);
  });

  test("links, in all of Markdown's forms", () => {
    const text = `[a](a.md) ![b](<b.svg> "title") [\`c\`](./c/d%20e.h#part) [f]: f.md
[g]: g.md
<a href="h.md"><img alt="" src="i.png"></a>
[web](https://example.org) [mail](mailto:a@b) [here](#part) [other](//example.org/x)
\`[j](j.md)\`
\`\`\`js
moments[k](l.md);
\`\`\`
[m](m.md)`;
    expect(checks.relativeLinks(text).sort()).toEqual(
      ["a.md", "b.svg", "c/d e.h", "g.md", "h.md", "i.png", "m.md"].sort(),
    );
  });
});

test("publint and are the types wrong?", () => {
  const check = (/** @type {string} */ output, code = 0) => checks.checkJudge({ code, output }, /All good!/);
  expect(check("Linting...\n  All good!\n")).toEqual({ wrong: [], fine: "All good!" });
  finds(check("Suggestions:\n1. pkg.repository\n"), "exit code 0:\n    Suggestions:\n    1. pkg.repository");
  finds(check("All good!\n", 1), "exit code 1");
});

test("a line for each check", () => {
  expect(checks.lineOf("tree", { wrong: [], fine: "clean" })).toBe("ok     tree       clean");
  expect(checks.lineOf("tree", { wrong: ["a: mend it", "b"], fine: "" })).toBe("wrong  tree       a: mend it; b");
  expect(checks.lineOf("tests", null)).toBe("-      tests      not checked");
});

describe("the tarball that is published", () => {
  const folder = mkdtempSync(join(tmpdir(), "layernorm-release-test-"));
  /** @type {ReturnType<typeof pack>} */
  let packed;
  beforeAll(() => {
    packed = pack(folder, "git@github.com:someone/layernorm.git");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has the repository's addresses, and all else as it is here", async () => {
    const text = await execute("tar", ["-xzOf", packed.file, "package/package.json"], { cwd: folder });
    const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const name of ["repository", "homepage", "bugs"]) expect(own).not.toHaveProperty(name);
    expect(JSON.parse(text)).toEqual({ ...own, ...checks.addressesOf("https://github.com/someone/layernorm") });
  });

  test("has the files that npm pack here would take", async () => {
    const json = await execute("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root });
    const [{ files }] = JSON.parse(json);
    expect(packed.paths.sort()).toEqual(files.map((/** @type {{ path: string }} */ { path }) => path).sort());
  });
});

describe("npm run release", () => {
  /**
   * @param {readonly string[]} args
   * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
   */
  const release = (...args) =>
    new Promise((resolve) => {
      execFile(process.execPath, ["web/release/main.mjs", ...args], { cwd: root }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });

  test("--dry-run makes every check, whatever the others found, and fails if one did", async () => {
    const { code, stdout } = await release("--dry-run", "--skip-tests");
    const lines = stdout.split("\n").filter((line) => /^(ok|wrong|-) +\w/.test(line));
    expect(lines.map((line) => line.split(/ +/)[1])).toEqual([
      "version",
      "changelog",
      "tree",
      "addresses",
      "tests",
      "tarball",
      "publint",
      "types",
    ]);
    for (const name of ["tarball", "publint", "types"])
      expect(lines.join("\n")).toMatch(new RegExp(`^ok +${name} `, "m"));
    const wrong = lines.filter((line) => line.startsWith("wrong")).length;
    expect([code, stdout.trim().split("\n").at(-1)]).toEqual(wrong ? [1, `${wrong} of 8 wrong`] : [0, "nothing wrong"]);
  });

  test("publishes nothing untested", async () => {
    const complaint = "--skip-tests: only with --dry-run, for a release is tested\n";
    expect(await release("--skip-tests")).toEqual({ code: 1, stdout: "", stderr: complaint });
  });

  test("--help; an option that it has not", async () => {
    expect(await release("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("--skip-tests") });
    expect(await release("--drry-run")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("--drry-run"),
    });
  });
});
