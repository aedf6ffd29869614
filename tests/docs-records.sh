#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost(1) has every field that the records of a run have, and no invented one.
source "${top_srcdir:-.}/tests/functions.sh"
source "$top_srcdir/tests/docs-functions.sh"

printf '[transpose]\nrows = 31\ncols = 17\n[matmul-square]\nn = 31\n%s\n' \
  'data = exact' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/all.jsonl" \
  -s '*.max_time=1ms' -s '*.baseline=cpu-naive'
expect_status 1 faults crashes
cat "$tmp/run.jsonl" >>"$tmp/all.jsonl"
expect_status 0 faults prints
cat "$tmp/run.jsonl" >>"$tmp/all.jsonl"

# Options' own names are no fields.
sed 's/"params":{[^}]*}/"params":0/; s/"tun\([a-z]*\)":{[^}]*}/"tun\1":0/g' \
  "$tmp/all.jsonl" | grep -o '"[a-z_0-9]*":' | tr -d '":' | sort -u >"$tmp/run"
sed -n '/^\.Sh RECORDS/,/^\.Sh ENV/p' "$man/gkhost.1" |
  sed -n 's/^\.It Va //p; s/^\.Va //p' | tr ',. ' '\n' |
  grep '^[a-z]' | sort -u >"$tmp/page"
for field in started median_s settled output reason interrupted; do
  expect_grep "^$field\$" "$tmp/page"
done
missing=$(comm -23 "$tmp/run" "$tmp/page")
[ -z "$missing" ] || fail "gkhost(1) lacks: $missing"

# Some fields no run here has (those of a GPU, of a signal): the sources do.
comm -13 "$tmp/run" "$tmp/page" >"$tmp/rest"
while read -r field; do
  grep -q "\"$field\"" "$top_srcdir"/host/*/*.c ||
    fail "no record has the field $field of gkhost(1)"
done <"$tmp/rest"
