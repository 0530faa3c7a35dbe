/**
 * Which folder may import which. A module imports from its own floor and from those below it; dependency-cruiser says
 * where one does otherwise. Imports that only types need (JSDoc) are free: they are gone when the code runs.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import { root } from "../setup.mjs";

/** @typedef {import("dependency-cruiser").ICruiseResult} CruiseResult */
/** @typedef {import("dependency-cruiser").IFlattenedRuleSet} RuleSet */

/**
 * @typedef {object} Floor
 * @property {string} name
 * @property {string} path     a regular expression of the files that belong to it
 * @property {string} example  one that does, with which the rules are tested
 */

const PAGE = "^web/page/";

/**
 * The page's, from bottom to top.
 * @type {Floor[]}
 */
const floors = [
  // Formats, shapes, words, styles, the face: they know neither course nor state.
  { name: "kit", path: `${PAGE}kit/`, example: "web/page/kit/shapes.js" },
  // The order of the sections, the form of a spec, the words of the trade.
  { name: "course", path: `${PAGE}course/(?!specs\\.js)`, example: "web/page/course/sections.js" },
  // What each section says of itself: data. course/specs.js gathers it.
  {
    name: "specs",
    path: `${PAGE}sections/[^/]+/(spec|limits|modes|architecture)\\.js`,
    example: "web/page/sections/dim/spec.js",
  },
  { name: "gathered specs", path: `${PAGE}course/specs\\.js`, example: "web/page/course/specs.js" },
  // The one state, and the lesson that fixes parts of it.
  { name: "store", path: `${PAGE}store/`, example: "web/page/store/any.js" },
  { name: "parts", path: `${PAGE}parts/`, example: "web/page/parts/any.jsx" },
  // What asks the worker; worker.js, work.js and jobs.js, which run in it, are an entry.
  { name: "client", path: `${PAGE}worker/(?!(?:worker|work|jobs)\\.js)`, example: "web/page/worker/client.js" },
  // What the figure of rows and columns is: its state, its numbers, its words, what may be typed into it.
  {
    name: "figure's numbers",
    path: `${PAGE}figure/(state|values|dims|words|typed)/`,
    example: "web/page/figure/values/any.js",
  },
  {
    name: "figure's panes",
    path: `${PAGE}figure/(cells|tracks|formula|code|export)/`,
    example: "web/page/figure/tracks/any.jsx",
  },
  { name: "figure", path: `${PAGE}figure/[^/]+$`, example: "web/page/figure/any.jsx" },
  { name: "question", path: `${PAGE}question/`, example: "web/page/question/any.jsx" },
  { name: "link", path: `${PAGE}link/`, example: "web/page/link/any.js" },
  {
    name: "sections",
    path: `${PAGE}sections/(?![^/]+/(?:spec|limits|modes|architecture)\\.js)`,
    example: "web/page/sections/dim/section.jsx",
  },
  // The page around its sections; the script that the browser starts, and the one that prerenders.
  { name: "shell", path: `${PAGE}shell/`, example: "web/page/shell/any.jsx" },
  { name: "worker", path: `${PAGE}worker/(worker|work|jobs)\\.js`, example: "web/page/worker/worker.js" },
];

const API = "^web/api/";

/** @type {Floor[]} the package's, from bottom to top */
const apiFloors = [
  { name: "kernels", path: `${API}(kernels|kernel-text)\\.js$`, example: "web/api/kernels.js" },
  ...["checks", "memory", "tensor", "operands", "ops", "block", "data", "layers"].map((name) => ({
    name: `api ${name}`,
    path: `${API}${name}/`,
    example: `web/api/${name}/any.js`,
  })),
  { name: "api index", path: `${API}index\\.js$`, example: "web/api/index.js" },
  // They take the API from its index, as every user does: so there is one copy of it, in CommonJS, too.
  { name: "api safetensors", path: `${API}safetensors/`, example: "web/api/safetensors/any.js" },
  // They put other kernels in place of the package's own, of which no op knows.
  { name: "api threads", path: `${API}threads/`, example: "web/api/threads/any.js" },
  { name: "api entries", path: `${API}(safetensors|threads)\\.js$`, example: "web/api/safetensors.js" },
];

/** @param {readonly Floor[]} all from bottom to top */
const upwards = (all) => all.flatMap((floor, i) => all.slice(i + 1).map((above) => ({ floor, above })));

/** What builds the page, in Node: the page has nothing of it, and it nothing of the page. */
const BUILD = `${PAGE}(build/|vite\\.config\\.js)`;

/** What of the page imports sections: how each is loaded. */
const ENTRIES = `${PAGE}shell/(main|render|hydrate-sections)\\.jsx`;

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
    forbid("the build imports the course alone", BUILD, PAGE, `${BUILD}|${PAGE}course/sections\\.js`),
    ...[floors, apiFloors]
      .flatMap(upwards)
      .map(({ floor, above }) => forbid(`${floor.name} import no ${above.name}`, floor.path, above.path)),
    {
      name: "every file of the package has a floor",
      severity: "error",
      from: { path: API, pathNot: ["\\.(d\\.ts|wasm)$", ...apiFloors.map(({ path }) => path)] },
      to: {},
    },
    {
      name: "shell imports no sections",
      severity: "error",
      from: { path: `${PAGE}shell/`, pathNot: ENTRIES },
      to: { path: `${PAGE}sections/` },
    },
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
    // worker/address.js asks for the worker's address, which is no import.
    exclude: {
      path: "(^|/)(web/page/worker/address\\.js$|node_modules/|dist/|\\.projects/|web/api/(cjs|workerd|types)/)|\\.d\\.ts$",
    },
    enhancedResolveOptions: { extensions: [".js", ".jsx", ".mjs"] },
  });
  const { summary } = /** @type {CruiseResult} */ (output);
  return summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle?.length ? cycle.map(({ name }) => name).join(" -> ") : to;
    return `${from} -> ${way} (${rule.name})`;
  });
}

/** Imports upwards and in a circle, a line each. */
export const importFaults = () => violations(root, ["web", "tests"]);

/** @returns {[string, string][]} from a file to another that it must not import */
function plants() {
  const planted = [floors, apiFloors]
    .flatMap(upwards)
    .map(({ floor, above }) => /** @type {[string, string]} */ ([floor.example, above.example]));
  return [
    ...planted,
    ["web/api/any.js", "web/api/index.js"],
    ["web/page/shell/main.jsx", "tests/any.js"],
    ["web/api/index.js", "web/page/shell/main.jsx"],
    ["web/page/shell/main.jsx", "web/page/build/any.js"],
    ["web/page/shell/any.jsx", "web/page/sections/dim/section.jsx"],
    ["web/page/sections/dim/section.jsx", "web/page/sections/row/section.jsx"],
    ["web/page/nowhere/any.js", "web/page/kit/any.js"],
  ];
}

/** Plants an import from each floor to each above it. @returns {Promise<string[]>} those that the rules do not find */
export async function missedPlants() {
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
  const lines = plants().map((pair) => pair.join(" -> "));
  return lines.filter((line) => !found.some((fault) => fault.startsWith(`${line} (`)));
}
