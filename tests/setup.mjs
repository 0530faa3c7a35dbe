/**
 * Makes sure that the system's tools that the tests need are on this machine. It runs before npm packages are
 * installed, so it imports none.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** What Chromium is started with: letters as wide as they were designed; and it should talk to nobody by itself. */
export const chromiumFlags = [
  "--font-render-hinting=none",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const onWindows = process.platform === "win32";

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnSyncOptions} [options]
 * @returns {boolean} whether it could be started and succeeded
 */
function succeeds(command, args, options) {
  return spawnSync(command, args, { cwd: root, stdio: "ignore", ...options }).status === 0;
}

/**
 * Where Chromium is: the environment variable CHROMIUM, or else the first usual place that exists.
 * @returns {string | undefined}
 */
export function findChromium() {
  const programs = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].map((name) => process.env[name]);
  const places = [
    // Without a user interface of its own, a page opens in half the time.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
    "/usr/bin/chromium-browser",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ...programs.map((folder) => `${folder}\\Google\\Chrome\\Application\\chrome.exe`),
  ];
  return process.env.CHROMIUM ?? places.find((path) => existsSync(path));
}

/**
 * Whether Chromium starts: Ubuntu's chromium-browser may be a script that only says how to install a snap.
 * @throws {Error} if the environment variable CHROMIUM names something else
 */
function hasChromium() {
  const path = findChromium();
  // On Windows chrome.exe --version opens a window and prints nothing.
  const starts = path !== undefined && (onWindows ? existsSync(path) : succeeds(path, ["--version"]));
  if (!starts && process.env.CHROMIUM) throw new Error(`CHROMIUM is ${path}, which does not start.`);
  return starts;
}

/**
 * Where Firefox is: the environment variable FIREFOX, or else the first usual place that exists.
 * @returns {string | undefined}
 */
export function findFirefox() {
  const places = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"];
  return process.env.FIREFOX ?? places.find((path) => existsSync(path));
}

/** Whether Firefox starts: Ubuntu's firefox may be a script that only says how to install a snap. */
function hasFirefox() {
  const path = findFirefox();
  const starts = path !== undefined && succeeds(path, ["--version"]);
  if (!starts && process.env.FIREFOX) throw new Error(`FIREFOX is ${path}, which does not start.`);
  return starts;
}

/** WebKitGTK's browser for trials lies where the system keeps its libraries, by the processor's name. */
export function findMiniBrowser() {
  const processor = process.arch === "arm64" ? "aarch64" : "x86_64";
  return [`${processor}-linux-gnu/webkit2gtk-4.1`, `${processor}-linux-gnu/webkit2gtk-4.0`, "webkit2gtk-4.1"]
    .map((folder) => `/usr/lib/${folder}/MiniBrowser`)
    .find((path) => existsSync(path));
}

/** Where macOS's Homebrew puts headers; clang looks there only if told. */
export const includeFlags = ["/opt/homebrew/include", "/usr/local/include"]
  .filter((path) => existsSync(path))
  .flatMap((path) => ["-isystem", path]);

/**
 * Whether clang makes a program of this source.
 * @param {string} source
 * @param {readonly string[]} flags
 */
function clangBuilds(source, flags) {
  const folder = mkdtempSync(join(tmpdir(), "layernorm-"));
  try {
    writeFileSync(join(folder, "probe.c"), `${source}\nint main(void) { return 0; }\n`);
    return succeeds("clang", [...flags, join(folder, "probe.c"), "-o", join(folder, "probe")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Those that the page names, or that stand for the system's. Pictures of the page are drawn with them. */
const faces = ["Sans", "SansMono", "Serif", "MathTeXGyre"].map((name) => `truetype/dejavu/DejaVu${name}.ttf`);

/** Whether pictures of the page can be compared with those of reference. */
const hasFonts = () => process.platform !== "linux" || faces.every((face) => existsSync(`/usr/share/fonts/${face}`));

/** Whether the system has a library. @param {string} name */
function loads(name) {
  const { stdout } = spawnSync("/sbin/ldconfig", ["-p"], { encoding: "utf8" });
  return stdout?.includes(name) ?? false;
}

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {() => boolean} present
 * @property {readonly string[]} debian  packages
 * @property {string} [macos]            a command; none where it is always there
 */

/**
 * @typedef {"emscripten" | "clang" | "simde" | "clang-format" | "clang-tidy" | "fonts" | "git" | "libatomic" |
 *   "chromium" | "firefox" | "webkit"} ToolName
 */

/** @type {Record<ToolName, Tool>} */
const tools = {
  emscripten: {
    name: "Emscripten 3.1.6 or newer",
    present: () => succeeds("sh", ["build.sh", "--check"]),
    debian: ["emscripten"],
    macos: "brew install emscripten",
  },
  clang: {
    name: "clang with AddressSanitizer",
    present: () => clangBuilds("", ["-fsanitize=address,undefined"]),
    debian: ["clang", "libclang-rt-dev"],
    macos: "xcode-select --install",
  },
  simde: {
    name: "SIMDe",
    present: () => clangBuilds("#include <simde/wasm/simd128.h>", includeFlags),
    debian: ["libsimde-dev"],
    macos: "brew install simde",
  },
  "clang-format": {
    name: "clang-format",
    present: () => succeeds("clang-format", ["--version"]),
    debian: ["clang-format"],
    macos: "brew install clang-format",
  },
  "clang-tidy": {
    name: "clang-tidy",
    present: () => succeeds("clang-tidy", ["--version"]),
    debian: ["clang-tidy"],
    macos: "brew install llvm",
  },
  fonts: {
    name: "DejaVu's fonts (arrows, Greek, roots and code, which the page's own font lacks)",
    present: hasFonts,
    debian: ["fonts-dejavu-core", "fonts-dejavu-extra"],
  },
  git: {
    name: "git (a test asks it what packing leaves behind)",
    present: () => succeeds("git", ["--version"]),
    debian: ["git"],
    macos: "xcode-select --install",
  },
  libatomic: {
    name: "libatomic (for the newest Node.js)",
    present: () => process.platform !== "linux" || loads("libatomic.so.1"),
    debian: ["libatomic1"],
  },
  chromium: {
    name: "Chromium (or its path in the environment variable CHROMIUM)",
    present: hasChromium,
    debian: ["chromium-headless-shell"],
    macos: "brew install --cask google-chrome",
  },
  firefox: {
    name: "Firefox (or its path in the environment variable FIREFOX)",
    present: hasFirefox,
    debian: ["firefox-esr"],
    macos: "brew install --cask firefox",
  },
  webkit: {
    name: "WebKitGTK with its WebDriver, and Xvfb (on Linux alone)",
    present: () =>
      findMiniBrowser() !== undefined && succeeds("WebKitWebDriver", ["--help"]) && succeeds("Xvfb", ["-help"]),
    debian: ["webkit2gtk-driver", "xvfb"],
  },
};

/** @param {ToolName} name */
export const isThere = (name) => tools[name].present();

/** @param {readonly Tool[]} missing */
function howToInstall(missing) {
  const names = missing.map((tool) => tool.name).join(", ");
  const debian = missing.flatMap((tool) => tool.debian).join(" ");
  const macos = missing.flatMap((tool) => tool.macos ?? []).join(" && ");
  return (
    `Missing: ${names}; on Debian run 'apt-get install ${debian}', on macOS '${macos}', ` +
    "on Windows use Debian in WSL."
  );
}

/**
 * What apt-get is run through, or undefined where it cannot be run without asking anyone.
 * @returns {string[] | undefined}
 */
function aptGet() {
  const command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  if (process.platform !== "linux" || !succeeds("apt-get", ["--version"])) return undefined;
  if (process.getuid?.() === 0) return command;
  return succeeds("sudo", ["-n", "true"]) ? ["sudo", "-n", ...command] : undefined;
}

/** @param {readonly string[]} packages */
function aptInstall(packages) {
  const apt = aptGet();
  if (!apt) return;
  const [command, ...args] = apt;
  console.log(`installing ${packages.join(" ")} (apt-get)`);
  succeeds(command, [...args, "update"], { stdio: "inherit" });
  succeeds(command, [...args, "install", "-y", "--no-install-recommends", ...packages], { stdio: "inherit" });
}

/**
 * Installs the missing ones of these tools where apt-get can do it.
 * @param {Iterable<ToolName>} names
 * @returns {ToolName[]} those still missing; what to do about them has been printed
 */
export function installTools(names) {
  const absent = () => [...names].filter((name) => !tools[name].present());
  const missing = absent();
  if (!missing.length) return [];
  aptInstall(missing.flatMap((name) => tools[name].debian));
  const remaining = absent();
  if (remaining.length) console.error(howToInstall(remaining.map((name) => tools[name])));
  return remaining;
}
