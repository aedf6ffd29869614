#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What abidiff sees of the interface of plugins, the types of all fields, callbacks
# and services among it, is as tests/abi-x86_64.xml has it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires abidw --version
requires abidiff --version
kept=$top_srcdir/tests/abi-x86_64.xml

# A function for each struct, since abidw tells what functions take.
{
  printf '#include <gkhost/%s.h>\n' plugin copy transpose matmul reduce scan stream softmax
  sed -n 's/^\(typedef \)\{0,1\}[a-z]* \(gk_[a-z]*\) {.*/\2/p' \
    "$top_srcdir"/include/gkhost/{plugin,copy,transpose,matmul,reduce,scan,stream,softmax}.h |
    sed 's/.*/& *take_& (& *p);\n& *take_& (& *p) { return p; }/'
  printf 'GK_FAMILY_PLUGIN ("abi", "1", "what a plugin exports", NULL)\n'
} >"$tmp/interface.c"
for struct in plugin host variant family transpose reduce scan stream softmax; do
  expect_grep "take_gk_$struct " "$tmp/interface.c"
done

# CC may hold options too.  The file's name is told besides.
# shellcheck disable=SC2086
(cd "$tmp" && $CC -std=c99 -g -O0 -shared -fPIC -I"$top_srcdir/include" \
  -o interface.so interface.c) || fail "$CC"
[[ $(LC_ALL=C readelf -h "$tmp/interface.so") == *X86-64* ]] ||
  skip "what is kept is x86-64's; tests/abi-layout.sh has the others"
abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed \
  --out-file "$tmp/now.xml" "$tmp/interface.so" || fail "abidw"

# To keep what is there now, once it is meant to be:
#   KEEP_ABI=1 bash tests/abi-diff.sh
if [ -n "${KEEP_ABI-}" ]; then
  cp "$tmp/now.xml" "$kept"
fi
abidiff "$kept" "$tmp/now.xml" >"$tmp/changes" || {
  cat "$tmp/changes" >&2
  fail "the ABI has changed, see above: where only fields or numbers were added" \
    "at the ends, keep it as this test says"
}
