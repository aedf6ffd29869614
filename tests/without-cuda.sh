#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where the plugins with the CUDA variants are not installed, the families know
# their names and summaries: a suite that names them, and their tunables, is
# valid; cases of them are skipped in one line, which --dry-run, list and the
# report share; a misspelt name is an error.
source "${top_srcdir:-.}/tests/functions.sh" || exit

mkdir "$tmp/plugins"
for name in copy transpose reduce scan stream softmax matmul-square matmul-rect; do
  cp "$top_builddir/plugins/$name/.libs/$name.so" "$tmp/plugins"
done
export GKHOST_PLUGIN_PATH=$tmp/plugins

# A build that had a CUDA compiler names the plugins; one that had none, what
# configure found.
debian='Debian: gkhost-plugins-cuda'
if grep -q '^#define GKHOST_CUDA 1' "$top_builddir/config.h"; then
  why="plugin transpose-cuda not found: $debian; else give its file with -p"
  both="plugin transpose-cuda, copy-cuda ${why#* * }"
  n=$(find "$top_builddir"/plugins/*/.libs -name '*-cu[bd]*.so' | wc -l)
else
  lack=$(sed -n 's/^#define GKHOST_CUDA_LACK "\(configure .*\)"$/\1/p' \
    "$top_builddir/config.h")
  why="CUDA variants were not built: $lack; $debian"
  both=$why
  n=1
fi

# unwrapped FILE: its text in one line.
unwrapped () { tr -s '\n ' '  ' <"$1" >"$tmp/line"; }

expect_status 0 gkhost list transpose
expect_grep '^    direct  *(cuda, not here) one element per thread; the reads' \
  "$tmp/out"
expect_no_grep '^    [a-z-]* *([a-z, ]*)$' "$tmp/out"
expect_equal "$(grep -c '^  not here: ' "$tmp/out")" 1
unwrapped "$tmp/out"
expect_grep " not here: $why $" "$tmp/line"
expect_status 0 gkhost list
expect_equal "$(grep -c '^  not here: ' "$tmp/out")" "$n"
expect_status 0 gkhost list transpose/vector-tuned
expect_grep '^    vector-tuned (cuda, not here) vector with tile, ' "$tmp/out"
expect_grep '^  of plugin transpose-cuda$' "$tmp/out"
unwrapped "$tmp/out"
expect_grep " not here: $why tunables" "$tmp/line"
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
expect_status 0 gkhost -c "$tmp/a.ini" --dry-run
expect_equal "$(wc -l <"$tmp/out")" "$((2 + $(grep -c '^    ' "$tmp/out") + 2))"
unwrapped "$tmp/out"
expect_grep "pad=0 skipped 3 CUDA cases (.*): $both 5 cases, 3 skipped" \
  "$tmp/line"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl"
expect_equal "$(count_records "$tmp/run.jsonl" type=case)" 5
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 2
expect_equal "$(count_records "$tmp/run.jsonl" variant=direct status=skipped \
  plugin=transpose-cuda)" 1
records "$tmp/run.jsonl" variant=memcpy >"$tmp/record"
expect_grep "\"reason\":\"${why/transpose/copy}\"" "$tmp/record"
# However many plugins are missing.
expect_equal "$(grep -c '^skipped' "$tmp/out")" 1
unwrapped "$tmp/out"
expect_grep "skipped 3 CUDA cases (.*): $both" "$tmp/line"

printf '[transpose]\nvariant = dircet\n' >"$tmp/b.ini"
expect_status 2 gkhost -c "$tmp/b.ini" --dry-run
expect_grep "b.ini:2: variant: .*: did you mean 'direct'?"
printf '[transpose]\nvariant = vector\ntlie = 128\n' >"$tmp/c.ini"
expect_status 2 gkhost -c "$tmp/c.ini" --dry-run
expect_grep "c.ini:3: unknown key 'tlie': did you mean 'tile'?"
printf '[transpose]\nvariant = direct\ntile = 128\n' >"$tmp/d.ini"
expect_status 2 gkhost -c "$tmp/d.ini" --dry-run
expect_grep "d.ini:3: 'tile' is a key of variant vector-tuned, which this job does"
