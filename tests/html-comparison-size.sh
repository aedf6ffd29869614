#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A page of a comparison has less than 5 MB of however many rows, and says what it
# leaves out: what is slower or did not pass comes first.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# Names that are this long have a page full of a third of the rows.
long=$(printf '%0260d' 0)

# many NAME NAME=VALUE...: records of 5000 cases.
many ()
{
  local name=$1 setting words=(-v cases=5000)

  shift
  for setting; do
    words+=(-v "$setting")
  done
  awk "${words[@]}" -f "$top_srcdir/tests/many-records.awk" |
    sed "s/\"variant\":\"v[0-9]*/&-$long/" >"$tmp/$name"
}

# expect_left_out: the page says how many of 5000 rows it has, and has them.
expect_left_out ()
{
  local shown

  expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format html
  [ "$(wc -c <"$tmp/out")" -lt 5000000 ] || fail "$(wc -c <"$tmp/out") bytes"
  shown=$(sed -n 's/^<p>\([0-9]*\) of 5000 rows are shown: a page has at most 5 MB. What is slower or did not pass comes first; --format table prints all<.p>$/\1/p' "$tmp/out")
  [ -n "$shown" ] || fail 'it does not say that it has not all rows'
  expect_equal "$(grep -c '^<tr><td[^>]*>\(v[0-9]*-0*\|late\) ' "$tmp/out")" "$shown"
  [ "$shown" -gt 1000 ] || fail "no more than $shown rows"
  expect_grep '^<tr><td>late .*so late\|wrong' "$tmp/out"
}

# Of many problems, the last of which did not pass; and of one with many rows.
for variants in 10 5000; do
  many old devices=1 variants=$variants
  sed '/"case":4999,/ s/"variant":"[^"]*"/"variant":"late"/' "$tmp/old" >"$tmp/new"
  cp "$tmp/new" "$tmp/old"
  sed -i '/"case":4999,/ s/"status":"ok"/"status":"wrong","reason":"so late"/' \
    "$tmp/new"
  expect_left_out
done

# A list of reasons has an end.
many new devices=1 variants=5000 status=wrong reason=so
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format html
expect_grep '<li>and [0-9]* more; --format table prints all</li>' "$tmp/out"
[ "$(wc -c <"$tmp/out")" -lt 5000000 ] || fail "$(wc -c <"$tmp/out") bytes"
