#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A run that is killed at random moments, and resumed each time, has in the end
# the report of one that was left alone, times apart: no case is lost, repeated
# or torn.  KILLS=1000 kills so often; SEED repeats the moments.
source "${top_srcdir:-.}/tests/functions.sh" || exit

kills=${KILLS:-10}
RANDOM=${SEED:-$RANDOM}
echo "SEED=${SEED:-drawn} KILLS=$kills"

# Right, wrong, skipped and crashed cases, in problems of one case and of many.
{
  printf '[suite]\nmax_time = 0\nmin_samples = 1\ntimeout = 20\n'
  printf '[copy]\nrows = 1..4\ncols = 3\nvariant = cpu-memcpy\n'
  printf '[transpose]\nrows = 3\ncols = 5, 6\nlaunch = stream, graph\n'
  printf 'variant = cpu-naive, right, wrong, declines, crashes\n'
  printf '[small]\nfamily = copy\nrows = 2, 3\ncols = 1\nvariant = cpu-*\n'
} >"$tmp/a.ini"
run=("$top_builddir/gkhost" -c "$tmp/a.ini"
  -p "$top_builddir/plugins/copy/.libs/copy.so"
  -p "$top_builddir/plugins/transpose/.libs/transpose.so"
  -p "$top_builddir/tests/plugins/.libs/faults.so")

# outcome FILE: all that a report of it says that is not measured.
outcome ()
{
  gkhost report "$1" --format jsonl >"$tmp/joined" 2>"$tmp/err"
  [ ! -s "$tmp/err" ] || fail "$(cat "$tmp/err")"
  # Cases beside each other end in another order each time.
  sed -n -e 's/"\(wall_s\|load\|switches\)":[^,}]*//g' -e '/^{"type":"end"/p' \
    -e 's/"status":"\([a-z]*\)".*\("settings":.*\)/\1 \2/p' "$tmp/joined" |
    sort
  gkhost report "$1" >"$tmp/table" || :
  grep -e '^[0-9]* cases: ' -e '^[a-z]*: ' -e 'cut short' "$tmp/table"
}

# check FILE: it is as good as the one that nobody killed.
check ()
{
  outcome "$1" >"$tmp/got"
  diff "$tmp/want" "$tmp/got" >&2 || fail "$1 differs, as above"
  grep -o '^{"type":"case","case":[0-9]*,' "$1" | sort >"$tmp/numbers"
  expect_equal "$(uniq -d "$tmp/numbers")" ''
  expect_equal "$(wc -l <"$tmp/numbers")" "$cases"
}

begun=$EPOCHREALTIME
expect_status 1 "${run[@]}" -o "$tmp/whole.jsonl"
# Microseconds, without the point that a locale may have.
took=$((${EPOCHREALTIME//[!0-9]/} - ${begun//[!0-9]/}))
cases=$(count_records "$tmp/whole.jsonl" type=case)
outcome "$tmp/whole.jsonl" >"$tmp/want"
expect_grep "^$cases cases: .*ok.*wrong.*skipped.*crashed" "$tmp/want"

killed=0
finished=0
while [ "$killed" -lt "$kills" ]; do
  "${run[@]}" -o "$tmp/run.jsonl" --resume >"$tmp/out" 2>"$tmp/err" &
  pid=$!
  delay=$((took * (RANDOM % 1000) / 1000))
  sleep "$((delay / 1000000)).$(printf %06d $((delay % 1000000)))"
  status=0
  kill -KILL "$pid" 2>/dev/null || :
  wait "$pid" 2>/dev/null || status=$?
  if [ "$status" -eq 137 ]; then
    killed=$((killed + 1))
    continue
  fi
  expect_equal "$status" 1
  check "$tmp/run.jsonl"
  finished=$((finished + 1))
  rm "$tmp/run.jsonl"
done
expect_status 1 "${run[@]}" -o "$tmp/run.jsonl" --resume
check "$tmp/run.jsonl"
echo "$killed kills, $((finished + 1)) runs, $cases cases each"
