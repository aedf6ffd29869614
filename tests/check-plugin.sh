#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check passes a sound plugin and finds what is wrong with another, in a
# line a variant.
source "${top_srcdir:-.}/tests/functions.sh" || exit

GKHOST_PLUGIN_PATH=$top_builddir/plugins/transpose/.libs
export GKHOST_PLUGIN_PATH
expect_status 0 gkhost check "$top_builddir/tests/plugins/.libs/newer.so"
expect_grep 'newer.so: sound' "$tmp/out"
# On a slow machine, or in a slow build, each may be spared the largest size of
# eleven types.
for variant in newer-one newer-two; do
  expect_grep "^$variant: \(66 cases right\|55 cases right, 11 skipped\)$" "$tmp/out"
done
grep -q 'a launch may take over' "$tmp/out" ||
  expect_equal "$(grep -c ': 66 cases right$' "$tmp/out"):$(wc -l <"$tmp/out")" 2:3
expect_status 1 gkhost check "$top_builddir/tests/plugins/.libs/other-abi.so"
expect_grep 'other-abi.so: it was built for plugin ABI'
expect_status 1 gkhost check "$top_builddir/tests/plugins/.libs/faults.so" \
  --only '*/wrong'
expect_grep 'faults.so: not sound' "$tmp/out"
expect_grep '^wrong: 12 cases wrong, 54 skipped$' "$tmp/out"
expect_grep '^  wrong: transpose-1/wrong (rows=1 ' "$tmp/out"
expect_grep '^  and 9 more; --format table shows all$' "$tmp/out"
expect_status 1 gkhost check "$top_builddir/tests/plugins/.libs/faults.so" \
  --only '*/wrong' --format table
expect_grep '^66 cases: 12 wrong, 54 skipped$' "$tmp/out"
# What a family does wrong is told with the remedy.
expect_status 1 gkhost check \
  "$top_builddir/tests/plugins/.libs/broken-family.so" --only '*/first' \
  -s suite.fault=shared-slot
expect_grep '^    family broken: setup: two buffers share a slot; give each' "$tmp/out"

# What is not a plugin at all.
expect_status 1 gkhost check "$tmp"
expect_grep "^gkhost: $tmp: it is a directory; name a .so$"
expect_status 1 gkhost check "$tmp/none.so"
expect_grep "^gkhost: $tmp/none.so: No such file"
expect_no_grep ' -p'
