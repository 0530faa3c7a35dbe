/** The machine at hand: what figures are of. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";

/** Where Linux tells of the first core's caches. */
const CACHES = "/sys/devices/system/cpu/cpu0/cache";

/** What follows a cache's level in its name. @type {Record<string, string>} */
const SUFFIXES = { Data: "d", Instruction: "i" };

/** @returns {string} as "L1d 48K, L1i 32K, L2 1024K"; "" where the system does not tell */
function caches() {
  if (!existsSync(CACHES)) return "";
  const folders = readdirSync(CACHES).filter((name) => /^index\d+$/.test(name));
  const about = (/** @type {string} */ folder, /** @type {string} */ what) =>
    readFileSync(join(CACHES, folder, what), "utf8").trim();
  return folders
    .sort()
    .map((one) => `L${about(one, "level")}${SUFFIXES[about(one, "type")] ?? ""} ${about(one, "size")}`)
    .join(", ");
}

export function machine() {
  const { node, v8 } = process.versions,
    { platform, arch } = process;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return { processor: cpus()[0]?.model ?? "unknown", caches: caches(), memory, platform, arch, node, v8 };
}

/** @param {{ processor: string, caches?: string, node: string }} machine */
export const machineText = ({ processor, caches, node }) => `${processor}${caches ? ` (${caches})` : ""}, Node ${node}`;
