#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost compare --format html: a page with a forest plot a block, and a row for
# each that Markdown has.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# rounds FILE FACTOR: six variants in ten rounds, of which a peer tells the drift.
rounds ()
{
  awk -v factor="$2" 'BEGIN {
    print "{\"type\":\"run\",\"format\":2,\"gkhost\":\"0.1.0\",\"devices\":" \
      "[{\"name\":\"cpu\",\"description\":\"a processor\",\"cores\":2}]}"
    for (v = 0; v < 6; v++)
      for (i = 0; i < 10; i++)
        printf "{\"type\":\"case\",\"case\":%d,\"problem\":0,\"round\":%d," \
          "\"job\":\"copy\",\"family\":\"copy\",\"variant\":\"v%d\"," \
          "\"peer\":%s,\"device\":\"cpu\",\"status\":\"ok\",\"params\":{\"rows\":9}," \
          "\"mode\":{\"cache\":\"cold\"},\"time\":{\"median_s\":%.9g}," \
          "\"settings\":{}}\n", v, i, v,
          v == 2 ? "true" : "false",
          1e-4 * (1 + 0.001 * (i * 7 % 4)) * (1 + (factor - 1) * (v - 2)) }' \
    >"$1"
}

rounds "$tmp/old" 1
rounds "$tmp/new" 1.02
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format html
cp "$tmp/out" "$tmp/page.html"
expect_status 1 gkhost compare "$tmp/old" "$tmp/new" --format markdown
for variant in v0 v1 v2 v3 v4 v5; do
  row=$(grep "^| $variant " "$tmp/out" | sed 's/^| //; s/ |$//')
  expect_grep "^<tr><td>$(printf '%s' "$row" |
    sed 's/ | /<\\\/td><td[^>]*>/g')</td></tr>$" "$tmp/page.html"
done
expect_grep '<h1>6 cases: 3 slower, 2 faster, 1 control</h1>' "$tmp/page.html"
expect_equal "$(grep -c 'class="mark bad"[^>]*><title>' "$tmp/page.html")" 3
expect_grep "to reproduce: <code>gkhost compare $tmp/old $tmp/new</code>" \
  "$tmp/page.html"

requires python3 --version
expect_status 0 python3 "$top_srcdir/tests/pictures.py" frames "$tmp/page.html"
requires tidy --version
expect_status 0 tidy -e -q "$tmp/page.html"
