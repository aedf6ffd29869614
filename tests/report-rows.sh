#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Rows of csv and records of jsonl are on standard output as soon as their cases
# have ended, whole, and are in the end what `gkhost report` prints of the run.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires mkfifo "$tmp/fifo"
plugins=(-p "$top_builddir/plugins/copy/.libs/copy.so"
  -p "$top_builddir/tests/plugins/.libs/naps.so")

# expect_line PATTERN: the next line of the run, whose end is a minute away.
expect_line ()
{
  local line

  read -r -t 30 line <&3 || fail "no line '$1' comes while the run goes on"
  printf '%s\n' "$line" >>"$tmp/seen"
  [[ $line =~ $1 ]] || fail "'$line' instead of '$1'"
}

# start FORMAT ARG...: begins a run of a case that ends at once and one that
# does not end, whose output is descriptor 3.
start ()
{
  {
    printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n'
    printf '[long]\nfamily = copy\nrows = 4\ncols = 4\nvariant = naps\n'
    printf 'nap = 100\nmin_time = 60\nmax_time = 60\ntimeout = 200\n'
  } >"$tmp/a.ini"
  rm -f "$tmp/seen" "$tmp/run.jsonl"
  (exec "$top_builddir/gkhost" -c "$tmp/a.ini" "${plugins[@]}" --format "$@") \
    >"$tmp/fifo" 2>"$tmp/err" &
  pid=$!
  exec 3<"$tmp/fifo"
}

# stop STATUS: ends the run, whose last lines come then.
stop ()
{
  local status=0

  kill -TERM "$pid" || fail 'it is gone'
  cat <&3 >>"$tmp/seen"
  wait "$pid" || status=$?
  expect_equal "$status" "$1"
}

start csv -o "$tmp/run.jsonl"
expect_line '^case,job,problem,'
expect_line '^0,copy,0,copy,copy,cpu-memcpy,.*,ok,'
stop 143
# But for the seeds, which are withheld while cases run.
expect_status 1 gkhost report "$tmp/run.jsonl" --format csv
sed 's/,[0-9]\{12,\},[0-9]\{12,\},/,,,/; s/,[0-9]\{12,\},/,,/' "$tmp/out" \
  >"$tmp/again"
cmp "$tmp/seen" "$tmp/again" || fail 'gkhost report tells something else'

start jsonl -o "$tmp/run.jsonl"
expect_line '^\{"type":"run",'
expect_line '^\{"type":"case","case":0,.*"status":"ok",'
stop 143
cmp "$tmp/seen" "$tmp/run.jsonl"
expect_grep '"type":"end",.*"interrupted":true' "$tmp/seen"
