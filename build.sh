#!/bin/sh
# Compiles c/ into the WebAssembly module: kernels.wasm, and kernels.js, which holds the same bytes as text.
#
#   ./build.sh [FOLDER]   builds into FOLDER (default: web/api)
#   ./build.sh --check    only says whether the compiler is there and new enough
#
# The same sources and compiler give the same bytes on any machine and in any folder.
set -eu

# The first version that the kernels were measured and tested with.
oldest=3.1.6
how_to_install="on Debian 'apt-get install emscripten', on macOS 'brew install emscripten', on Windows the \
Emscripten SDK (emsdk), or Debian in WSL"

fail() {
  echo "build.sh: $1" >&2
  exit 1
}

check_compiler() {
  command -v node >/dev/null || fail "Node.js is missing."
  command -v emcc >/dev/null ||
    fail "the Emscripten compiler emcc (version $oldest or newer) is missing: $how_to_install."
  version=$(emcc --version | sed -n '1s/.* \([0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*\).*/\1/p')
  [ -n "$version" ] || fail "emcc --version names no version; $oldest or newer is needed: $how_to_install."
  older=$(printf '%s\n' "$oldest" "$version" | sort -t. -k1,1n -k2,2n -k3,3n | head -n 1)
  [ "$older" = "$oldest" ] ||
    fail "emcc is version $version, but $oldest or newer is needed: $how_to_install."
}

# -fno-math-errno             a square root is one instruction, not a call that sets errno
# -fno-vectorize, -fno-slp-vectorize, -fno-unroll-loops
#                             loops are vectorised and unrolled by hand; what the compiler adds makes them
#                             larger and slower
# -ffp-contract=off           no fused multiply-add: the same bits on every machine, natively too
compile_flags="-std=c11 -Wall -Wextra -DLN_MODULE -O3 -msimd128 -mbulk-memory -fno-math-errno -fno-vectorize \
-fno-slp-vectorize -fno-unroll-loops -ffp-contract=off"

# STANDALONE_WASM, --no-entry a library without Emscripten's JavaScript, which needs acorn, adds 11 kB and did
#                             not run in Node 20; web/api/wasm.js loads the module
# MALLOC=none                 c/memory.c has it
# MAXIMUM_MEMORY              all that 32-bit pointers reach
# TOTAL_STACK                 the deepest call needs about 33 kB
# --stack-first               below the data, so that an overflow traps instead of overwriting it
link_flags="-sSTANDALONE_WASM --no-entry -sMALLOC=none -sALLOW_MEMORY_GROWTH=1 \
-sINITIAL_MEMORY=1MB -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=64KB -Wl,--stack-first"

# All that the bytes depend on besides the sources: Emscripten, and the clang and Binaryen that it calls.
compiler() {
  clang=$(emcc -v 2>&1 | sed -n 's/.*clang version \([0-9][0-9.]*[0-9]\).*/\1/p' | head -n 1)
  binaryen=$("$(em-config BINARYEN_ROOT)/bin/wasm-opt" --version |
    sed -n 's/.*version \([0-9][0-9]*\).*/\1/p')
  [ -n "$clang" ] && [ -n "$binaryen" ] || fail "emcc does not say which clang and Binaryen it uses."
  echo "emscripten $version, clang $clang, binaryen $binaryen"
}

# Checks the module against c/norm.h and writes kernels.js. Arguments: wasm, js, flags, compiler.
write_module() {
  node --input-type=module - "$@" <<'JS'
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const [wasm, js, flags, compiler] = process.argv.slice(2);
const bytes = readFileSync(wasm);
const module = new WebAssembly.Module(bytes);

function requireSame(what, expected, actual) {
  if (expected.join() === actual.join()) return;
  const found = actual.join(", ") || "none";
  console.error(`build.sh: the module should ${what} ${expected.join(", ") || "nothing"}; it has ${found}.`);
  process.exit(1);
}

const exported = new Set(WebAssembly.Module.exports(module).map((entry) => entry.name));
const manual = readFileSync("c/norm.h", "utf8");
const declared = manual.matchAll(/^LN_EXPORT [^(]*?(\w+)\(/gm);
const constants = Object.fromEntries(
  Array.from(manual.matchAll(/^#define (LN_\w+) (\d+)$/gm), ([, name, value]) => [name, Number(value)]));
const functions = ["malloc", "free", ...Array.from(declared, (match) => match[1])];
requireSame("export", ["memory", ...functions], ["memory", ...functions].filter((name) => exported.has(name)));
requireSame("import", [], WebAssembly.Module.imports(module).map((entry) => `${entry.module}.${entry.name}`));

// Text that gzip makes nearly as small as the bytes (2 % more; of base64, whose letters straddle the bytes, a third
// more), and that needs no escape in any kind of string or in a script within HTML: 87 digits, the next 87 values
// behind one prefix, the rest behind the other. The bytes from 252 on come first: 253 begins every vector instruction.
const digits = " !#%&()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|";
const asText = (byte) => {
  const value = (byte + 4) & 255;
  return ["", "}", "~"][Math.floor(value / digits.length)] + digits[value % digits.length];
};

const hash = createHash("sha256").update(flags);
for (const file of readdirSync("c").filter((name) => /\.[ch]$/.test(name)).sort()) {
  hash.update(`\n${file}\n`).update(readFileSync(`c/${file}`));
}

writeFileSync(js, `/** Generated from c/ by build.sh: change those, not this. */

/**
 * What compiled it.
 * @type {string}
 */
export const compiler = ${JSON.stringify(compiler)};

/**
 * SHA-256, shortened, of the sources and flags.
 * @type {string}
 */
export const sources = "${hash.digest("hex").slice(0, 16)}";

/**
 * What the module exports, beyond its memory: the allocator, and the functions of c/norm.h.
 * @type {readonly string[]}
 */
export const functions = ${JSON.stringify(functions, null, 2)};

/** The numbers that c/norm.h defines. */
export const constants = ${JSON.stringify(constants, null, 2)};

/**
 * The digits of text, of value 0 to 86 in this order.
 * @type {string}
 */
export const digits = "${digits}";

/**
 * kernels.wasm: (byte + 4) % 256 as a digit, plus 87 behind "}" and 174 behind "~". Not base64, of which gzip leaves a
 * third more.
 * @type {string}
 */
export const text = "${Array.from(bytes, asText).join("")}";
`);
JS
}

check_compiler
[ "${1-}" != --check ] || exit 0

root=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1-$root/web/api}"
out=$(cd "${1-$root/web/api}" && pwd)
cd "$root"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Emscripten adds these flags to those below.
unset EMCC_CFLAGS
# One order of c/*.c everywhere.
LC_ALL=C
export LC_ALL

# shellcheck disable=SC2086 # the flags are words
emcc $compile_flags $link_flags c/*.c -o "$scratch/kernels.wasm"
stamp=$(compiler)
write_module "$scratch/kernels.wasm" "$scratch/kernels.js" "$compile_flags $link_flags" "$stamp"

for name in kernels.wasm kernels.js; do
  # Not moved: mktemp's files are private, and Emscripten's executable.
  cat "$scratch/$name" >"$out/$name"
done
echo "$out/kernels.wasm: $(wc -c <"$out/kernels.wasm" | tr -d ' ') bytes"
