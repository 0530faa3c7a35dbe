/**
 * The checks before a release, each a function of texts and lists that main.mjs has found: so tests can give them
 * faulty ones.
 */

/**
 * @typedef {object} Finding
 * @property {readonly string[]} wrong  each says the fault and its remedy; empty if there is none
 * @property {string} fine              what is said if there is none
 */

/** By https://semver.org, but without build metadata, which the registry drops. */
const NUMBER = "(?:0|[1-9]\\d*)";
const LABEL = `(?:${NUMBER}|\\d*[A-Za-z-][\\dA-Za-z-]*)`;
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${LABEL}(?:\\.${LABEL})*)?$`);

/**
 * @param {readonly (string | false)[]} faults  `condition && text`
 * @returns {string[]} the texts
 */
const those = (faults) => faults.filter((fault) => fault !== false);

/**
 * @param {object} found
 * @param {string} found.version            of package.json
 * @param {readonly string[]} found.locked  what package-lock.json takes it for
 * @param {readonly string[]} found.tags    all of the repository
 * @param {readonly string[]} found.tagsHere  those of the commit itself
 * @returns {Finding}
 */
export function checkVersion({ version, locked, tags, tagsHere }) {
  const tag = `v${version}`;
  const here = tagsHere.includes(tag);
  const others = tagsHere.filter((name) => /^v\d/.test(name) && name !== tag);
  const otherwise = locked.find((each) => each !== version);
  return {
    wrong: those([
      !VERSION.test(version) &&
        `"${version}" is no semantic version: write one like 1.2.3 or 1.2.3-rc.1 in package.json`,
      otherwise !== undefined &&
        `package-lock.json has ${otherwise}, package.json ${version}: run npm install --package-lock-only`,
      tags.includes(tag) && !here && `${tag} is another commit's tag: raise the version in package.json`,
      others.length > 0 && `this commit is tagged ${others.join(", ")}, not ${tag}: one of the two is wrong`,
    ]),
    fine: `${version}, ${here ? `this commit is ${tag}` : `no tag ${tag} yet`}`,
  };
}

/** Whether there is such a day. @param {string} text */
const isDay = (text) => {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text);
};

/**
 * @param {string} changelog
 * @param {string} version
 * @param {string} today  as 2026-01-31
 * @returns {Finding}
 */
export function checkChangelog(changelog, version, today) {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.split(/[\s\]]/)[0].replace("[", "") === version);
  const heading = `"## ${version} - ${today}"`;
  if (section === undefined) return { wrong: [`no entry for ${version}: write one below ${heading}`], fine: "" };
  const [title, ...lines] = section.split("\n");
  const date = title.split(" - ")[1]?.trim() ?? "";
  return {
    wrong: those([
      !isDay(date) && `"## ${title}" has no date: at the release, write ${heading}`,
      isDay(date) && date > today && `"## ${title}" lies in the future: at the release, write ${heading}`,
      !lines.some((line) => /^[-*] \S/.test(line)) && `"## ${title}" lists nothing: write what users notice`,
    ]),
    fine: `"## ${title}"`,
  };
}

/** @param {string} status of `git status --porcelain` @returns {Finding} */
export function checkTree(status) {
  const paths = status
    .split("\n")
    .filter(Boolean)
    .map((line) => line.slice(3));
  const some = paths.length > 3 ? `${paths.slice(0, 3).join(", ")} and ${paths.length - 3} more` : paths.join(", ");
  return { wrong: paths.length ? [`not committed: ${some}: commit or remove them`] : [], fine: "nothing uncommitted" };
}

/**
 * package.json's fields repository, homepage and bugs. The registry takes provenance from these two hosts alone, and
 * compares it with `repository`.
 * @param {string} remote  a repository's address, in any form that git takes; a name or token in it is left out
 * @returns {{ repository: { type: "git", url: string }, homepage: string, bugs: string } | undefined}
 */
export function addressesOf(remote) {
  const match = remote
    .trim()
    .match(
      /^(?:(?:https?|ssh|git):\/\/(?:[^@/]+@)?|[^@/:]+@)(github\.com|gitlab\.com)(?::\d+\/|[:/])([^?#]+?)(?:\.git)?\/?$/i,
    );
  if (!match || !/^[\w.-]+(\/[\w.-]+)+$/.test(match[2])) return undefined;
  const [host, path] = [match[1].toLowerCase(), match[2]];
  const address = `https://${host}/${path}`;
  return {
    repository: { type: "git", url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: `${address}/${host === "gitlab.com" ? "-/" : ""}issues`,
  };
}

/** @param {string | undefined} remote  undefined: there is none @returns {Finding} */
export function checkAddresses(remote) {
  if (remote === undefined) {
    return {
      wrong: ["there is no remote called origin: git remote add origin ADDRESS, of the public repository"],
      fine: "",
    };
  }
  const addresses = addressesOf(remote);
  // The address itself may have a token in it, so it is not printed.
  const wrong = addresses
    ? []
    : ["origin is no repository of github.com or gitlab.com, as provenance needs: see git remote"];
  return { wrong, fine: `repository, homepage and bugs from ${addresses?.repository.url}` };
}

/**
 * @param {{ code: number, output: string, log: string }} run of `npm test`; log: where its output is
 * @returns {Finding}
 */
export function checkTests({ code, output, log }) {
  const last = output.trim().split("\n").at(-1) ?? "";
  const failures = [...output.matchAll(/^failed: (.*)$/gm)].map(([, failure]) => failure);
  const passed = Number(last.match(/^(\d+) passed, 0 failed/)?.[1] ?? 0);
  const more = failures.length > 3 ? [`${failures.length - 3} more`] : [];
  const failed = [...failures.slice(0, 3), ...more].join("; ") || `no tests passed, exit code ${code}`;
  return { wrong: code === 0 && passed > 0 ? [] : [`${failed}: see ${log}`], fine: last };
}

/**
 * The files that a text in Markdown links to or shows, from beside it.
 * @param {string} markdown
 * @returns {string[]} paths
 */
export function relativeLinks(markdown) {
  const text = markdown.replace(/^ *```.*?^ *```/gms, "").replace(/`[^`]*`/g, "");
  const links = [
    ...text.matchAll(/\]\(\s*<?([^)\s>]+)/g),
    ...text.matchAll(/^ *\[[^\]]+\]:\s*<?([^\s>]+)/gm),
    ...text.matchAll(/<(?:a|img|source)\s[^>]*?(?:href|src|srcset)="([^"\s]+)/g),
  ];
  return links
    .map(([, link]) => link)
    .filter((link) => !/^([a-z][a-z\d+.-]*:|\/\/|#)/i.test(link))
    .map((link) => decodeURI(link.replace(/[#?].*$/, "").replace(/^\.\//, "")));
}

/** What may be in the package, beside what README and CHANGELOG link to. */
const SHIPPED = [
  /^(README\.md|CHANGELOG\.md|LICENSE|package\.json|web\/npx\.mjs)$/,
  /^c\/([\w-]+\/)*[\w-]+\.[ch]$/,
  /^web\/api\/([\w-]+\/)*[\w-]+\.js$/,
  /^web\/api\/(types|cjs)\/([\w-]+\/)*[\w-]+\.d\.ts$/,
  /^web\/api\/(kernels\.wasm|kernels\.d\.wasm\.ts|cjs\/kernels\.d\.wasm\.ts|cjs\/package\.json)$/,
];

/** Those that must be, whether anything names them or not. */
const NEEDED = ["README.md", "CHANGELOG.md", "LICENSE", "package.json"];

/** All texts in it. @param {unknown} value @returns {string[]} */
const textsIn = (value) => {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
};

/**
 * @param {object} found
 * @param {readonly string[]} found.paths   of the tarball's files
 * @param {Record<string, unknown>} found.manifest  its package.json
 * @param {Record<string, string>} found.texts      its README.md and CHANGELOG.md
 * @returns {Finding}
 */
export function checkContents({ paths, manifest, texts }) {
  const { main, types, bin, exports: entries, typesVersions } = manifest;
  const named = textsIn([main, types, bin, entries, typesVersions]).map((path) => path.replace(/^\.\//, ""));
  const linked = Object.entries(texts).flatMap(([name, text]) => relativeLinks(text).map((path) => ({ name, path })));
  const there = new Set(paths);
  const extra = paths.filter(
    (path) => !SHIPPED.some((kind) => kind.test(path)) && !linked.some((link) => link.path === path),
  );
  const missing = [...NEEDED, ...named].filter((path) => !path.includes("*") && !there.has(path));
  return {
    wrong: [
      ...extra.map((path) => `${path} does not belong there: see "files" in package.json`),
      ...[...new Set(missing)].map((path) => `${path} is missing, which package.json names or a package needs`),
      ...linked
        .filter(({ path }) => !there.has(path))
        .map(({ name, path }) => `${name} links to ${path}, which is not in it: ship it, or name it without a link`),
    ],
    fine: `${paths.length} files, every link of README and CHANGELOG among them`,
  };
}

/**
 * @param {{ code: number, output: string }} run of a program that judges the tarball
 * @param {RegExp} verdict  the words with which it finds nothing wrong: an exit code of 0 may be one of a warning
 * @returns {Finding}
 */
export function checkJudge({ code, output }, verdict) {
  const lines = output.trim().split("\n");
  const fine = lines.map((line) => line.trim()).find((line) => verdict.test(line));
  if (code === 0 && fine) return { wrong: [], fine };
  return { wrong: [`exit code ${code}:\n${lines.map((line) => `    ${line}`).join("\n")}`], fine: "" };
}

/**
 * The line that tells of a check.
 * @param {string} name
 * @param {Finding | null} finding  null: it was not made
 */
export function lineOf(name, finding) {
  if (finding === null) return `-      ${name.padEnd(10)} not checked`;
  const { wrong, fine } = finding;
  return `${wrong.length ? "wrong" : "ok   "}  ${name.padEnd(10)} ${wrong.length ? wrong.join("; ") : fine}`;
}
