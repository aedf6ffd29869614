#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where the plugins with the CUDA variants are not installed, the families know
# their names: a suite that names them, and their tunables, is valid; cases of
# them are skipped in one line that names the plugins; a misspelt name is an
# error.
source "${top_srcdir:-.}/tests/functions.sh" || exit

mkdir "$tmp/plugins"
for name in copy transpose matmul-square matmul-rect; do
  cp "$top_builddir/plugins/$name/.libs/$name.so" "$tmp/plugins"
done
export GKHOST_PLUGIN_PATH=$tmp/plugins

expect_status 0 gkhost list transpose
expect_grep '^    direct  *(cuda, not here) comes with plugin transpose-cuda$' \
  "$tmp/out"
expect_status 0 gkhost list transpose/vector-tuned
expect_grep '^  plugin not found: install transpose-cuda, or' \
  "$tmp/out"
expect_grep '^  tunables: tile, band, ' "$tmp/out"

for suite in "$top_srcdir"/conf/*.ini; do
  expect_status 0 gkhost -c "$suite" --dry-run
done

cat >"$tmp/a.ini" <<'END'
[suite]
rows = 5
cols = 7
[transpose]
variant = direct, cpu-naive, vector-tuned
tile    = 128, 256
[copy]
variant  = cpu-memcpy, memcpy
baseline = memcpy
END
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 5
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 2
expect_equal "$(count_records "$tmp/run.jsonl" variant=direct status=skipped \
  plugin=transpose-cuda)" 1
records "$tmp/run.jsonl" variant=memcpy >"$tmp/record"
expect_grep '"reason":"plugin not found: install copy-cuda, or give ' \
  "$tmp/record"
# However many plugins are missing.
expect_equal "$(grep -c '^skipped' "$tmp/out")" 1
tr -s '\n ' ' ' <"$tmp/out" >"$tmp/line"
expect_grep 'skipped 3 CUDA cases.*: plugin not found: install '"\
transpose-cuda, copy-cuda, or give its file with -p" "$tmp/line"

printf '[transpose]\nvariant = dircet\n' >"$tmp/b.ini"
expect_status 2 gkhost -c "$tmp/b.ini" --dry-run
expect_grep "b.ini:2: variant: .*: did you mean 'direct'?"
printf '[transpose]\nvariant = vector\ntlie = 128\n' >"$tmp/c.ini"
expect_status 2 gkhost -c "$tmp/c.ini" --dry-run
expect_grep "c.ini:3: unknown key 'tlie': did you mean 'tile'?"
printf '[transpose]\nvariant = direct\ntile = 128\n' >"$tmp/d.ini"
expect_status 2 gkhost -c "$tmp/d.ini" --dry-run
expect_grep "d.ini:3: 'tile' is a key of variant vector-tuned, which this job does"
