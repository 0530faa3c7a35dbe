/**
 * Which folder may import which. A module imports from its own floor and from those below it; dependency-cruiser says
 * where one does otherwise. Imports that only types need (JSDoc) are free: they are gone when the code runs.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import { root } from "../setup.mjs";

/** @typedef {import("../report.mjs").Report} Report */
/** @typedef {import("dependency-cruiser").ICruiseResult} CruiseResult */
/** @typedef {import("dependency-cruiser").IFlattenedRuleSet} RuleSet */

/**
 * @typedef {object} Floor
 * @property {string} name
 * @property {string} path     a regular expression of the files that belong to it
 * @property {string} example  one that does, with which the rules are tested
 */

const PAGE = "^web/page/";

/** @type {Floor[]} the page's, from bottom to top */
const floors = [
  {
    name: "leaves",
    path: `${PAGE}(model/(shapes|format|book|hash)\\.js|course\\.js|formulas/|styles/(ramp|pixels|cell-style)\\.js)`,
    example: "web/page/model/shapes.js",
  },
  {
    name: "specs",
    path: `${PAGE}sections/(figure-spec\\.js|specs\\.js|[^/]+/(?:spec|limits)\\.js)`,
    example: "web/page/sections/dim/spec.js",
  },
  {
    name: "model",
    path: `${PAGE}model/(?!(shapes|format|book|hash)\\.js)`,
    example: "web/page/model/any.js",
  },
  { name: "labs", path: `${PAGE}labs/`, example: "web/page/labs/any.js" },
  { name: "parts", path: `${PAGE}parts/`, example: "web/page/parts/any.jsx" },
  { name: "panes", path: `${PAGE}(cells|tracks|formula|code|question|export)/`, example: "web/page/tracks/any.jsx" },
  { name: "figure", path: `${PAGE}figure/`, example: "web/page/figure/any.jsx" },
  {
    name: "sections",
    path: `${PAGE}sections/(?!figure-spec\\.js|specs\\.js|[^/]+/(?:spec|limits)\\.js)`,
    example: "web/page/sections/dim/section.jsx",
  },
  { name: "shell", path: `${PAGE}shell/`, example: "web/page/shell/any.jsx" },
  { name: "entries", path: `${PAGE}[^/]+(?<!course)(?<!start|vite\\.config)\\.m?jsx?$`, example: "web/page/main.jsx" },
];

const API = "^web/api/";

/** @type {Floor[]} the package's, from bottom to top */
const apiFloors = [
  { name: "kernels", path: `${API}(kernels|kernel-text)\\.js$`, example: "web/api/kernels.js" },
  ...["checks", "memory", "tensor", "operands", "ops", "layers"].map((name) => ({
    name: `api ${name}`,
    path: `${API}${name}/`,
    example: `web/api/${name}/any.js`,
  })),
  { name: "api entries", path: `${API}(index|safetensors)\\.js$`, example: "web/api/index.js" },
];

/** @param {readonly Floor[]} all from bottom to top */
const upwards = (all) => all.flatMap((floor, i) => all.slice(i + 1).map((above) => ({ floor, above })));

/** What builds the page, in Node: the page has nothing of it, and it nothing of the page. */
const BUILD = `${PAGE}(build/|reference/|start\\.mjs|vite\\.config\\.js)`;

/**
 * @param {string} name
 * @param {string | string[]} path
 * @param {string} imports  what it must not
 * @param {string} [except]  what of that it may
 */
const forbid = (name, path, imports, except) => ({
  name,
  severity: /** @type {const} */ ("error"),
  from: { path },
  to: { path: imports, ...(except ? { pathNot: except } : {}) },
});

/** @type {RuleSet} */
const rules = {
  forbidden: [
    { name: "no circles", severity: "error", from: {}, to: { circular: true } },
    forbid("web imports no tests", "^web/", "^tests/"),
    forbid("web/api imports nothing else", "^web/api/", ".", "^web/api/"),
    forbid(
      "the page imports nothing of its build",
      floors.map(({ path }) => path),
      BUILD,
    ),
    forbid("the build imports the course alone", BUILD, PAGE, `${BUILD}|${PAGE}course\\.js`),
    ...[floors, apiFloors]
      .flatMap(upwards)
      .map(({ floor, above }) => forbid(`${floor.name} import no ${above.name}`, floor.path, above.path)),
    {
      name: "every file of the package has a floor",
      severity: "error",
      from: { path: API, pathNot: ["\\.(d\\.ts|wasm)$", ...apiFloors.map(({ path }) => path)] },
      to: {},
    },
    forbid("shell imports no sections", `${PAGE}shell/`, `${PAGE}sections/`),
    {
      name: "a section imports no other",
      severity: "error",
      from: { path: `${PAGE}sections/([^/]+)/` },
      to: { path: `${PAGE}sections/[^/]+/`, pathNot: `${PAGE}sections/$1/` },
    },
    {
      name: "every file of the page has a floor",
      severity: "error",
      from: { path: PAGE, pathNot: [BUILD, ...floors.map(({ path }) => path)] },
      to: {},
    },
  ],
};

/**
 * @param {string} baseDir
 * @param {string[]} folders
 * @returns {Promise<string[]>} a line for each import that should not be
 */
async function violations(baseDir, folders) {
  const { output } = await cruise(folders, {
    baseDir,
    ruleSet: rules,
    validate: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(node_modules|dist|\\.projects|web/api/(cjs|workerd|types))/|\\.d\\.ts$" },
    enhancedResolveOptions: { extensions: [".js", ".jsx", ".mjs"] },
  });
  const { summary } = /** @type {CruiseResult} */ (output);
  return summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle?.length ? cycle.map(({ name }) => name).join(" -> ") : to;
    return `${from} -> ${way} (${rule.name})`;
  });
}

/** @param {Report} report */
export async function checkFloors(report) {
  await report.check("imports: no module imports from above its floor, and none in a circle", async () => {
    const found = await violations(root, ["web", "tests"]);
    if (found.length) throw new Error(found.join("\n  "));
  });
  await report.check("imports: a planted one from each floor to each above it is found", findPlanted);
}

/** @returns {[string, string][]} from a file to another that it must not import */
function plants() {
  const planted = [floors, apiFloors]
    .flatMap(upwards)
    .map(({ floor, above }) => /** @type {[string, string]} */ ([floor.example, above.example]));
  return [
    ...planted,
    ["web/api/any.js", "web/api/index.js"],
    ["web/page/main.jsx", "tests/any.js"],
    ["web/api/index.js", "web/page/main.jsx"],
    ["web/page/main.jsx", "web/page/build/any.js"],
    ["web/page/shell/any.jsx", "web/page/sections/dim/section.jsx"],
    ["web/page/sections/dim/section.jsx", "web/page/sections/row/section.jsx"],
    ["web/page/nowhere/any.js", "web/page/model/any.js"],
  ];
}

async function findPlanted() {
  const folder = join(root, ".scratch", "floors");
  rmSync(folder, { recursive: true, force: true });
  /** @type {Map<string, string[]>} */
  const imports = new Map(plants().flatMap((pair) => pair.map((path) => [path, []])));
  for (const [from, to] of plants()) imports.get(from)?.push(to);
  for (const [path, targets] of imports) {
    const up = "../".repeat(path.split("/").length - 1);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), targets.map((target) => `import "${up}${target}";\n`).join(""));
  }
  const found = await violations(folder, ["web", "tests"]);
  const missed = plants().filter(([from, to]) => !found.some((line) => line.startsWith(`${from} -> ${to} (`)));
  if (missed.length) throw new Error(`not found: ${missed.map((pair) => pair.join(" -> ")).join(", ")}`);
}
