#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# While a case runs, workers of other plugins are stopped, and go on when it is
# their turn.
source "${top_srcdir:-.}/tests/functions.sh" || exit
requires test -r /proc/self/stat

# stopped PID: how many children of the runner of that process are stopped.
stopped ()
{
  # The name between the parentheses may hold anything.
  { cat /proc/[0-9]*/stat 2>/dev/null || :; } |
    sed -n 's/^\([0-9]*\) .*) \(.\) \([0-9]*\) .*/\1 \2 \3/p' |
    awk -v host="$1" '
      { parent[$1] = $3 }
      $2 == "T" { stopped[$1] }
      END { for (one in stopped) n += parent[parent[one]] == host; print n + 0 }'
}

printf '[%s]\nfamily = copy\naudit = no\nrows = 4\ncols = 4\nvariant = %s\nmax_time = 1\nmin_time = 1\n' \
  one cpu-memcpy two naps three cpu-memcpy >"$tmp/a.ini"
"$top_builddir/gkhost" -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/naps.so" >"$tmp/out" 2>"$tmp/err" &
host=$!
most=0
while kill -0 "$host" 2>/dev/null; do
  n=$(stopped "$host")
  [ "$n" -le "$most" ] || most=$n
done
wait "$host"
expect_equal "$most" 1
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 3
