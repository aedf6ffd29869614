#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A file that a run can't go on with is refused with the reason, and is left as
# it was.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\nmax_time = 1ms\n' \
  >"$tmp/a.ini"
run ()
{
  gkhost -c "$tmp/a.ini" -p "$top_builddir/plugins/copy/.libs/copy.so" "$@"
}
expect_status 0 run -o "$tmp/run.jsonl"
cp "$tmp/run.jsonl" "$tmp/good.jsonl"

# refused PATTERN: the file is, with such a message.
refused ()
{
  cp "$tmp/run.jsonl" "$tmp/before"
  expect_status 2 run -o "$tmp/run.jsonl" --resume
  expect_grep "^gkhost: $tmp/run.jsonl.*$1"
  expect_no_grep 'is not complete'
  [ ! -s "$tmp/out" ] || fail 'it was run'
  cmp "$tmp/run.jsonl" "$tmp/before"
}

# edited SED: the file with an edit.
edited ()
{
  sed "$1" "$tmp/good.jsonl" >"$tmp/run.jsonl"
}

echo '; more' >>"$tmp/a.ini"
refused ' is of another suite, or this one was changed since: .*name another file with -o'
# A line that was cut short stays where nothing goes on.
printf '{"type":"ca' >>"$tmp/run.jsonl"
refused ' is of another suite'
sed -i '$d' "$tmp/a.ini"

edited 's/"host":{"name":"/&not-/'
refused ' is of host not-[^ ]*, and this is [^ ]*; go on here with --across, or name another'
# Both hosts stay known.
expect_status 0 run -o "$tmp/run.jsonl" --resume --across -s copy.cols=4,5
expect_grep 'run.jsonl is of host not-[^ ]*, and goes on on '
expect_grep '"hosts":\["not-' "$tmp/run.jsonl"
sed 's/.*"host":{"name":"\([^"]*\).*/\1/; q' "$tmp/good.jsonl" >"$tmp/name"
for way in out again; do
  expect_grep "^parts of the run ran on other hosts: not-$(cat "$tmp/name"); the last on $(cat "$tmp/name")\$" "$tmp/$way"
  gkhost report "$tmp/run.jsonl" >"$tmp/again"
done
# shellcheck disable=SC2016
edited '1s/"host":{"name":"/&not-/; 2,$d'
expect_status 0 run -o "$tmp/run.jsonl" --resume # no result is of that one
expect_no_grep 'parts of the run' "$tmp/out"
expect_status 2 run -o "$tmp/run.jsonl" --across
expect_grep '^gkhost: .*--across'

edited 's/"description":"/&Other /'
refused ' is of another device: cpu was Other .*, and is '
edited 's/"name":"cpu"/"name":"cuda:0"/; s/"device":"cpu"/"device":"cuda:0"/'
expect_status 0 run -o "$tmp/run.jsonl" --resume # nobody looked for that one
edited 's/"gkhost":"/&0./'
refused ' was written by gkhost 0\.'
edited 's/"judge":"[a-z]*"/"judge":"in-process"/'
refused ' is of a run whose judge was in-process'
edited 1d
refused ':1: records begin with a run record'
edited 's/"format":2/"format":99/'
refused ':1: written in another format'
cp "$tmp/a.ini" "$tmp/run.jsonl"
refused ': this is not a file of records'
cp "$tmp/good.jsonl" "$tmp/run.jsonl"

# What is no file; and options that do not fit.
mkfifo "$tmp/fifo"
expect_status 2 run -o "$tmp/fifo" --resume
expect_grep "^gkhost: --resume: $tmp/fifo is not a regular file"
expect_status 3 run -o "$tmp" --resume
expect_grep 'is a folder'
expect_status 3 run -o "$tmp/none/run.jsonl" --resume
expect_grep 'No such file'
expect_status 2 run --resume
expect_grep '^gkhost: --resume continues the records in a file: name it with -o$'
expect_status 2 run --resume -o -
expect_grep '^gkhost: --resume continues the records in a file: name it with -o$'
expect_status 2 run --resume=all -o "$tmp/run.jsonl"
expect_grep '^gkhost: --resume=all: there is only --resume, and --resume=failed$'
expect_status 2 run --resume --resume=failed -o "$tmp/run.jsonl"
expect_grep 'is given twice'
expect_status 2 run --resume --dry-run
expect_grep '^gkhost: --dry-run runs nothing: leave out --resume$'
expect_status 2 gkhost check "$top_builddir/plugins/copy/.libs/copy.so" --resume
expect_grep '^gkhost: check does not accept --resume'
expect_status 2 run --resume -o "$tmp/a.ini"
expect_grep 'would write over'

# Another run still writes the file.
printf '[transpose]\nrows = 3\ncols = 3\nvariant = hangs\ntimeout = 60\n' \
  >"$tmp/b.ini"
"$top_builddir/gkhost" -c "$tmp/b.ini" -o "$tmp/busy.jsonl" \
  -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
  -p "$top_builddir/tests/plugins/.libs/faults.so" >"$tmp/log" 2>&1 &
pid=$!
for _ in $(seq 200); do
  [ -s "$tmp/busy.jsonl" ] && break
  sleep 0.05
done
for how in --resume -v; do
  expect_status 3 run -o "$tmp/busy.jsonl" "$how"
  expect_grep "^gkhost: $tmp/busy.jsonl is being written by another gkhost"
done
kill -TERM "$pid"
wait "$pid" || :
expect_equal "$(count_records "$tmp/busy.jsonl" type=run)" 1
