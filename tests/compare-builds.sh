#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --compare runs the cases of two builds of a plugin in turns, and says of each
# whether the second is slower.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100

printf '%s\n' '[copy]' 'rows = 3' 'cols = 5' 'variant = *' 'max_time = 0' \
  'audit = no' >"$tmp/a.ini"
mkdir "$tmp/new"
cp "$top_builddir/tests/plugins/.libs/naps.so" "$tmp/new/naps.so"
compare ()
{
  gkhost -c "$tmp/a.ini" -p "$top_builddir/plugins/copy/.libs/copy.so" "$@"
}
builds="old=$top_builddir/tests/plugins/.libs/naps.so new=$tmp/new/naps.so"

# The plugin's cases alone, in ten rounds, each build as often.
expect_status 0 compare --compare "$builds" --dry-run --only '*/naps'
expect_equal "$(grep -c 'copy/naps' "$tmp/out")" 20

# The same file in two places: a nap of 30 ms is one of 30 ms.
expect_status 0 compare --compare "$builds" --only '*/naps' \
  -s copy.nap=30 -s copy.rounds=5 --margin 50% -o "$tmp/run.jsonl"
expect_grep '^naps nap=30 .* same\(, .*\)*$' "$tmp/out"
expect_grep '^1 case: 1 the same$' "$tmp/out"
for side in old new; do
  expect_equal "$(count_records "$tmp/run.jsonl" type=case side=$side)" 5
done
# Both files are in the record.
expect_equal "$(grep -o '"path":"[^"]*/naps.so"' "$tmp/run.jsonl" | sort -u |
  wc -l)" 2

# The records tell the rounds of both, and the comparison again.
cp "$tmp/out" "$tmp/told"
expect_status 0 gkhost compare "$tmp/run.jsonl" --margin 50%
cmp "$tmp/told" "$tmp/out"
expect_status 0 gkhost report "$tmp/run.jsonl"
expect_grep '^naps old nap=30 .* baseline ' "$tmp/out"
expect_grep '^naps new nap=30 .* [0-9.]*x  yes' "$tmp/out"

# A run that was killed is resumed; not with other builds or labels, or without.
head -n 6 "$tmp/run.jsonl" >"$tmp/cut.jsonl"
cp "$tmp/cut.jsonl" "$tmp/before"
resume ()
{
  compare --only '*/naps' -s copy.nap=30 -s copy.rounds=5 -o "$tmp/cut.jsonl" \
    --resume "$@"
}
for other in "old=$tmp/new/naps.so new=$top_builddir/tests/plugins/.libs/naps-longer.so" \
  "${builds/old=/first=}"; do
  expect_status 2 resume --compare "$other"
  expect_grep '^gkhost: .*/cut.jsonl does not compare these builds; name another file'
  cmp "$tmp/before" "$tmp/cut.jsonl"
done
expect_status 2 resume -p "$tmp/new/naps.so"
expect_grep '/cut.jsonl compares two builds; name another file'
expect_status 0 resume --margin 50% --compare "$builds"
expect_grep 'the results of 5 of 10 cases: the others are run'
for side in old new; do
  expect_equal "$(count_records "$tmp/cut.jsonl" type=case side=$side)" 5
done
expect_grep '^1 case: 1 the same$' "$tmp/out"
cp "$tmp/out" "$tmp/told"
expect_status 0 gkhost compare "$tmp/cut.jsonl" --margin 50%
cmp "$tmp/told" "$tmp/out"
expect_status 0 resume --margin 50% --compare "$builds"
expect_grep 'the results of 10 of 10 cases: none is run'
cmp "$tmp/told" "$tmp/out"

# What became slower or faster is found, and what is wrong.
longer=$top_builddir/tests/plugins/.libs/naps-longer.so
expect_status 1 compare --compare "old=$tmp/new/naps.so new=$longer" \
  --only '*/naps' -s copy.nap=30 -s copy.rounds=6
expect_grep '^naps nap=30 .* 1\.[0-9]* to 1\.[0-9]*  *SLOWER\(, .*\)*$' "$tmp/out"
expect_status 0 compare --compare "old=$longer new=$tmp/new/naps.so" \
  --only '*/naps' -s copy.nap=30 -s copy.rounds=6
expect_grep '^naps nap=30 .* FASTER\(, .*\)*$' "$tmp/out"

# What the second lacks, has with other tunables, or with fewer element types, is
# told as in the first alone.
expect_status 1 compare --compare "old=$tmp/new/naps.so new=$longer" \
  -s copy.variant='naps, peer, idles, narrow' -s copy.nap=30 -s copy.rounds=2
expect_grep '^naps nap=30 .* [0-9.]* ms  *[0-9.]* ms ' "$tmp/out"
expect_grep '^peer .* [mun]*s  *- .*ONLY OLD$' "$tmp/out"
expect_grep '^idles .*ONLY OLD$' "$tmp/out"
expect_grep '^narrow .*ONLY OLD$' "$tmp/out"
expect_grep '^incomplete: new lacks 3 of the 4 cases of old; --allow' "$tmp/out"
expect_grep '^4 cases: ' "$tmp/out"

expect_status 1 compare --compare "$builds" --only '*/idles' --format jsonl \
  -s copy.rounds=2
expect_equal "$(records "$tmp/out" type=change verdict=wrong | wc -l)" 1

# Mistakes.
for wrong in '' naps "old=$tmp/new/naps.so" "a=b a=c" "=x y=z"; do
  expect_status 2 compare --compare "$wrong"
  expect_grep '^gkhost: --compare '
done
expect_status 2 compare --compare "old=$tmp/none.so new=$tmp/new/naps.so"
expect_grep 'none.so: No such file'
expect_status 2 compare --compare \
  "old=$tmp/new/naps.so new=$top_builddir/plugins/transpose/.libs/transpose.so"
expect_grep 'is plugin naps and .* is plugin transpose: give two builds of one'
expect_status 2 compare --compare "$builds" --only '*/cpu-memcpy'
expect_grep 'the suite runs no case of plugin naps here'
cp "$tmp/new/naps.so" "$tmp/before"
expect_status 2 compare --compare "$builds" -o "$tmp/new/naps.so"
cmp "$tmp/before" "$tmp/new/naps.so"
expect_status 2 gkhost list -c "$tmp/a.ini" --compare "$builds"
expect_grep 'list does not accept --compare'
