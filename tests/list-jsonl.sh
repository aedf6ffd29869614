#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# For scripts: what there is, a line of JSON a thing.
source "${top_srcdir:-.}/tests/functions.sh" || exit

keep_limits

so=$top_builddir/plugins/copy/.libs/copy.so

# lines TYPE N: so many things of a type were printed, and each line is one.
lines ()
{
  expect_equal "$(grep -c "^{\"type\":\"$1\",.*}\$" "$tmp/out")" "$2"
}

all () { expect_equal "$(grep -c '^{"type":"[a-z]*",.*}$' "$tmp/out")" "$(wc -l <"$tmp/out")"; }

expect_status 0 gkhost list -p "$so" --format jsonl
all
lines family 1
lines plugin 1
expect_grep '"name":"rows",.*"unit":"rows","takes":"int","min":1,"max":.*"default":' "$tmp/out"
expect_grep '"name":"dtype",.*"takes":"dtype","values":\["i8",' "$tmp/out"
expect_grep '"name":"cpu-memcpy","device":"cpu","plugin":"copy","here":true,.*"peer":true' \
  "$tmp/out"
# One that a package apart brings is named, and that it is not here.
expect_grep '"name":"vector","device":"cuda".*"here":false,"summary":"loads.*"missing":"' "$tmp/out"
gkhost list -p "$so" >"$tmp/text"
expect_equal "$(grep -c '"type":"variant"' "$tmp/out")" \
  "$(grep -c '^ *[a-z-]* *(c[a-z]*\(, peer\|, not here\)\{0,1\}) ' "$tmp/text")"

expect_status 0 gkhost list -p "$so" copy/cpu-threads --format jsonl
all
lines variant 1
expect_equal "$(wc -l <"$tmp/out")" 1
expect_status 2 gkhost list -p "$so" copy/cpu-treads --format jsonl
expect_grep "did you mean 'cpu-threads'"

expect_status 0 gkhost list keys --format jsonl
all
expect_grep '"name":"cache",.*"takes":"choice","values":\["cold","hot"\]' "$tmp/out"
expect_status 0 gkhost list fields --format jsonl
all
expect_grep '"record":"case","name":"time.median_s","takes":"real","unit":"s"' "$tmp/out"

# What will run, as records without a result.
printf '[copy]\nrows = 4, 5\ncols = 4\ndevice = cpu\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -p "$so" --dry-run --format jsonl
all
expect_equal "$(records "$tmp/out" variant=cpu-memcpy | wc -l)" 2
expect_grep '"variant":"vector".*"status":"skipped","reason":"' "$tmp/out"
cp "$tmp/out" "$tmp/dry"
expect_status 0 gkhost list -c "$tmp/a.ini" -p "$so" --format jsonl
cmp "$tmp/out" "$tmp/dry" >&2 || fail "not what --dry-run prints"

HOME=$tmp XDG_CACHE_HOME=$tmp/cache expect_status 0 gkhost devices --format jsonl
all
expect_grep '^{"type":"device","name":"cpu",.*"cores":[1-9]' "$tmp/out"

for command in list devices "-c $tmp/a.ini --dry-run"; do
  # shellcheck disable=SC2086
  expect_status 2 gkhost $command --format csv
  expect_grep 'prints text, or JSON with --format jsonl'
done
