/** What is in the package, what others' checks say about it, and its command. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { relativeLinks } from "../../web/release/checks.mjs";
import { withinBudget } from "../budget.js";
import { filesIn } from "../files.js";
import { root } from "../setup.mjs";
import { EXPECTED, program } from "./program.js";
import { install, nodes, tool } from "./project.js";

/** @type {import("./project.js").Project} */
let project;

beforeAll(async () => {
  project = await install("contents", { "main.js": program() });
});

const installed = () => project.path("node_modules/layernorm");

/** @param {string} folder of the repository @param {RegExp} names */
const sources = (folder, names) =>
  filesIn(join(root, folder))
    .filter((name) => names.test(name))
    .map((name) => `${folder}/${name}`);

describe("files", () => {
  test("packed twice, they are the same, byte for byte", () => {
    const [first, second] = [inject("tarball"), inject("tarballAgain")].map((path) => readFileSync(path));
    expect(second.equals(first)).toBe(true);
  });

  test("all that users need, and nothing else", () => {
    const files = filesIn(installed());
    expect(files).toEqual(
      [
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "package.json",
        "tests/bench/speed.svg",
        "web/npx.mjs",
        "web/page/picture.png",
        ...sources("c", /\.[ch]$/),
        ...sources("web/api", /^(?!cjs|workerd).*\.js$/),
        "web/api/kernels.wasm",
        "web/api/kernels.d.wasm.ts",
        ...sources("web/api/types", /\.d\.ts$/),
        "web/api/cjs/index.js",
        "web/api/cjs/safetensors.js",
        "web/api/cjs/shared.js",
        "web/api/cjs/threads.js",
        "web/api/cjs/worker.js",
        "web/api/cjs/package.json",
        "web/api/cjs/kernels.d.wasm.ts",
        ...files.filter((path) => /^web\/api\/cjs\/[\w/-]+\.d\.ts$/.test(path)),
        "web/api/workerd/index.js",
        "web/api/workerd/safetensors.js",
        "web/api/workerd/threads.js",
      ].sort(),
    );
  });

  test.each(["README.md", "CHANGELOG.md"])("what %s links to, and shows, is there", (name) => {
    const links = relativeLinks(readFileSync(join(installed(), name), "utf8"));
    expect(links.filter((path) => !existsSync(join(installed(), path)))).toEqual([]);
    if (name === "README.md") expect(links).toContain("c/norm.h");
  });

  test("CommonJS has the declarations that index.d.ts leads to, word for word", () => {
    const read = (/** @type {string} */ path) => readFileSync(join(installed(), "web/api", path), "utf8");
    const names = filesIn(join(installed(), "web/api/cjs")).filter((name) => name.endsWith(".d.ts"));
    expect(names).toContain("index.d.ts");
    for (const name of names) expect(read(`cjs/${name}`)).toBe(read(`types/${name}`));
  });

  test("the bundle for workerd imports the module and holds no second one", () => {
    const text = readFileSync(join(installed(), "web/api/workerd/index.js"), "utf8");
    expect(text.match(/^import .*$/gm)).toEqual(['import module from "../kernels.wasm";']);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(1000);
  });

  test.skipIf(!existsSync(join(root, ".git")))("git sees nothing of what packing made", async () => {
    // In a container the checkout may belong to another user, which git refuses unless told.
    const git = ["-c", "safe.directory=*", "-C", root],
      made = ["web/api/cjs", "web/api/workerd", "*.tgz"];
    expect(await project.run("git", ...git, "status", "--porcelain", "--", ...made)).toBe("");
  });

  test("how large", () => {
    const unpacked = filesIn(installed())
      .map((path) => statSync(join(installed(), path)).size)
      .reduce((a, b) => a + b);
    const packed = statSync(inject("tarball")).size;
    console.log(`the package: ${(packed / 1000).toFixed(0)} kB, unpacked ${(unpacked / 1000).toFixed(0)} kB`);
    withinBudget("the package, packed", packed);
    withinBudget("the package, unpacked", unpacked);
  });
});

describe("checks", () => {
  test("nothing runs when it is installed, and nothing comes with it", () => {
    const manifest = JSON.parse(readFileSync(join(installed(), "package.json"), "utf8"));
    for (const name of ["preinstall", "install", "postinstall", "prepare"])
      expect(manifest.scripts).not.toHaveProperty(name);
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual(["devDependencies"]);
    const { packages } = JSON.parse(readFileSync(project.path("package-lock.json"), "utf8"));
    expect(Object.keys(packages)).toEqual(["", "node_modules/layernorm"]);
    expect(packages["node_modules/layernorm"]).not.toHaveProperty("hasInstallScript");
  });

  test("publint", async () => {
    expect(await project.run(tool(".bin/publint"), "run", inject("tarball"), "--strict")).toMatch(/All good!\s*$/);
  });

  test("are the types wrong?", async () => {
    expect(await project.run(tool(".bin/attw"), inject("tarball"))).toContain("No problems found");
  });

  test("npm audit", async ({ skip }) => {
    const { stdout } = await project.ended("npm", "audit", "--json", "--fetch-retries=0", "--fetch-timeout=20000");
    const { metadata, message, error } = JSON.parse(stdout);
    skip(metadata === undefined, `the registry does not answer: ${message ?? error?.summary}`);
    expect(metadata.vulnerabilities.total).toBe(0);
  });
});

describe.each(Object.entries(nodes))("paths, in %s", (_, node) => {
  test.each(["safetensors", "kernels.wasm", "package.json", "c/norm.h"])("layernorm/%s can be found", async (path) => {
    const code = `process.stdout.write(require.resolve("layernorm/${path}"))`;
    const found = await project.run(node, "-e", code);
    expect(found.startsWith(installed())).toBe(true);
    expect(statSync(found).isFile()).toBe(true);
  });

  test("nothing else can", async () => {
    const { code, stderr } = await project.ended(node, "-e", 'require("layernorm/web/api/tensor/tensor.js")');
    expect([code, stderr]).toEqual([1, expect.stringContaining("ERR_PACKAGE_PATH_NOT_EXPORTED")]);
  });
});

describe("npx layernorm", () => {
  const npx = (/** @type {string[]} */ ...args) => project.ended("npx", "--offline", "layernorm", ...args);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  test("says what it is and where the page is", async () => {
    const { stdout, code } = await npx();
    expect(code).toBe(0);
    expect(stdout).toContain(`layernorm ${version}`);
    expect(stdout).toContain("npm start");
  });

  test("its example is right", async () => {
    const { stdout } = await npx();
    const example = stdout
      .split("\n")
      .filter((line) => /^ {2}(import|console)/.test(line))
      .join("\n");
    project.write({ "example.js": example });
    expect(await project.node("example.js")).toBe(
      "tensor([[-1.2247,  0.0000,  1.2247],\n        [-0.9258, -0.4629,  1.3887]])\n",
    );
  });

  test("--version, --help", async () => {
    expect(await npx("--version")).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect(await npx("--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("--version") });
  });

  test.each([["serve"], ["--port", "80"], ["--help", "me"]])("refuses %s %s", async (...args) => {
    const complaint = expect.stringContaining("unknown argument");
    expect(await npx(...args)).toMatchObject({ code: 1, stdout: "", stderr: complaint });
  });
});

test("a path with a space and letters beyond ASCII", async () => {
  const elsewhere = await install("a b é", { "main.js": program() });
  expect(await elsewhere.node("main.js")).toBe(`${EXPECTED}\n`);
});
