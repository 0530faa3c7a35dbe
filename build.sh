#!/bin/sh
# Compiles c/ into the WebAssembly module: kernels.wasm; kernels.js, the kernels' names, types and numbers; and
# kernel-text.js, the same bytes as text, in pieces.
#
#   ./build.sh [FOLDER]            builds into FOLDER (default: web/api)
#   ./build.sh --plain [FOLDER]    builds the layer norm of c/plain.c, which the page measures and the package lacks:
#                                  layer-norm.wasm and layer-norm.json (default: web/page/sections/speed/plain)
#   ./build.sh --threads [FOLDER]  builds the module for memory that threads share, which layernorm/threads brings:
#                                  module.js (default: web/api/threads)
#   ./build.sh --check             only says whether the compiler is there and new enough
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
#                             not run in Node 20; web/api/memory/wasm.js loads the module
# MALLOC=none                 c/memory.c has it
# MAXIMUM_MEMORY              all that 32-bit pointers reach
# TOTAL_STACK                 the deepest call needs about 33 kB
# --stack-first               below the data, so that an overflow traps instead of overwriting it
# --profiling-funcs           keeps the functions' names, by which web/kernels.mjs parts the module, and which it leaves
#                             out of kernels.wasm; it changes nothing else
link_flags="-sSTANDALONE_WASM --no-entry -sMALLOC=none -sALLOW_MEMORY_GROWTH=1 \
-sINITIAL_MEMORY=1MB -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=64KB -Wl,--stack-first --profiling-funcs"

# -matomics                   which lets the memory be shared; no kernel has an atomic instruction
# --shared-memory, --import-memory
#                             one memory for an instance in each thread; the first of them fills it
# memcpy                      what a kernel overwrites is first copied to where it can be had again
#                             (and what c/parts.h declares: only threads call that)
thread_compile_flags="-matomics"
thread_link_flags="-Wl,--shared-memory,--import-memory,--export=memcpy"

# All that the bytes depend on besides the sources: Emscripten, and the clang and Binaryen that it calls.
compiler() {
  clang=$(emcc -v 2>&1 | sed -n 's/.*clang version \([0-9][0-9.]*[0-9]\).*/\1/p' | head -n 1)
  binaryen=$("$binaries/wasm-opt" --version |
    sed -n 's/.*version \([0-9][0-9]*\).*/\1/p')
  [ -n "$clang" ] && [ -n "$binaryen" ] || fail "emcc does not say which clang and Binaryen it uses."
  echo "emscripten $version, clang $clang, binaryen $binaryen"
}

check_compiler
[ "${1-}" != --check ] || exit 0

root=$(cd "$(dirname "$0")" && pwd)
plain=web/page/sections/speed/plain
kind=kernels
folder=web/api
if [ "${1-}" = --plain ]; then
  shift
  kind=plain
  folder=$plain
elif [ "${1-}" = --threads ]; then
  shift
  kind=threads
  folder=web/api/threads
fi
mkdir -p "${1-$root/$folder}"
out=$(cd "${1-$root/$folder}" && pwd)
cd "$root"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Emscripten adds these flags to those below.
unset EMCC_CFLAGS
# One order of the sources everywhere.
LC_ALL=C
export LC_ALL

if [ $kind = plain ]; then
  compile_flags=$(echo "$compile_flags" | sed 's/ -msimd128//')
  link_flags="$link_flags -Wl,--export=ln_plain_layer_norm"
  sources="c/plain.c c/memory.c"
  writer=$plain/write.mjs
  files="layer-norm.wasm layer-norm.json"
else
  sources=$(printf '%s\n' c/*.c c/*/*.c | grep -v /plain.c)
  writer=web/kernels.mjs
  files="kernels.wasm kernels.js kernel-text.js"
fi
if [ $kind = threads ]; then
  compile_flags="$compile_flags $thread_compile_flags"
  parts=$(sed -n 's/^void \(ln_[a-z0-9_]*\)(.*/,--export=\1/p' c/parts.h | tr -d '\n')
  link_flags="$link_flags $thread_link_flags$parts"
  writer=web/kernels-threads.mjs
  files=module.js
fi
# shellcheck disable=SC2086 # the flags are words
emcc $compile_flags $link_flags $sources -o "$scratch/named.wasm"
binaries=$(em-config BINARYEN_ROOT)/bin
stamp=$(compiler)
# Checks the module, and writes the files.
node "$writer" "$scratch" "$binaries/wasm-metadce" "$compile_flags $link_flags" "$stamp"

for name in $files; do
  # Not moved: mktemp's files are private, and Emscripten's executable.
  cat "$scratch/$name" >"$out/$name"
done
module=${files%% *}
echo "$out/$module: $(wc -c <"$out/$module" | tr -d ' ') bytes"
