#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Why figures are to be taken with care stands in the record, and in a word in
# the row, which the legend explains; a report that is made again says the same.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100

printf '%s\n' '[copy]' 'rows = 5' 'cols = 7' 'audit = no' 'noise = 0.05' \
  'min_samples = 24' 'max_samples = 24' 'max_time = 5' \
  'variant = steady, wavers, slows' >"$tmp/a.ini"
# restless ARG...: runs it.
restless ()
{
  expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/restless.so" "$@"
  gkhost report "$tmp/run.jsonl" | diff "$tmp/out" - ||
    fail 'the report that is made again is another'
}

# words VARIANT: the verdicts of its first record.
words ()
{
  records "$tmp/run.jsonl" "variant=$1" | sed -n 1p |
    sed -n 's/.*"verdicts":\[\([^]]*\)\].*/\1/p'
}

restless
expect_equal "$(words steady)" ''
expect_equal "$(words wavers)" '"noisy"'
expect_grep unsettled <(words slows)
expect_grep '^steady .*  yes$' "$tmp/out"
expect_grep '^wavers .*  yes, noisy$' "$tmp/out"
expect_grep '^slows .*  yes, unsettled$' "$tmp/out"
expect_grep '^noisy  error far over the key noise: raise max_time' "$tmp/out"
expect_grep '^unsettled  times drifted while measured: ' "$tmp/out"
expect_no_grep '^few  \|^suspect  ' "$tmp/out"
gkhost report "$tmp/run.jsonl" --format csv >"$tmp/csv"
expect_grep ',noisy,' "$tmp/csv"

# Of several rounds what most of them say counts.
restless -s 'copy.rounds=3' -s 'copy.variant=steady, slows'
expect_grep '^steady .*  yes$' "$tmp/out"
expect_grep '^slows .*  yes, unsettled$' "$tmp/out"
sed '/"variant":"slows"/ { /"round":[12]/s/"verdicts":[^]]*],// }' \
  "$tmp/run.jsonl" >"$tmp/less.jsonl"
expect_status 0 gkhost report "$tmp/less.jsonl"
expect_no_grep unsettled "$tmp/out"

# Records of before tell by `settled' alone that they are noisy.
sed 's/"verdicts":[^]]*],//; s/"settled":true/"settled":false/' \
  "$tmp/run.jsonl" | sed '/"round":[12]/d; s/"end","cases":[0-9]*/"end"/' >"$tmp/old.jsonl"
expect_status 0 gkhost report "$tmp/old.jsonl"
expect_grep '^slows .*  yes, noisy$' "$tmp/out"
# And that only samples were lacking, where they were as calm as was asked for.
sed -i 's/"noise":0.05/"noise":0.5/' "$tmp/old.jsonl"
expect_status 0 gkhost report "$tmp/old.jsonl"
expect_grep '^steady .*  yes, few$' "$tmp/out"

# Of what a hot cache holds the rate is the cache's.
printf '[copy]\nrows = 512\ncols = 512\nvariant = naps\ncache = hot, cold
max_time = 20ms\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" -d cpu \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/naps.so"
for cache in hot cold; do
  records "$tmp/run.jsonl" type=case cache=$cache |
    sed -n 's/.*"verdicts":\[\([^]]*\)\].*/\1/p' >"$tmp/$cache"
done
if records "$tmp/run.jsonl" type=run | grep '"l2":[0-9]\{8\}' >/dev/null; then
  expect_grep '"cached"' "$tmp/hot"
fi
expect_no_grep '"cached"' "$tmp/cold"
