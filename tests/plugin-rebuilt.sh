#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin whose file is replaced during a run fails its later cases, which say
# so, although a worker still has the old one: by another build, by a copy of
# the same, or by bytes that are written over it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

builds=$top_builddir/tests/plugins/.libs
printf '[before]\nfamily = rebuilt\n' >"$tmp/a.ini"
printf '[%s]\nfamily = transpose\nrows = 3\ncols = 3\nvariant = %s\n' \
  first right second 'hangs
timeout = 2' >>"$tmp/a.ini"
printf '[behind]\nfamily = rebuilt\n' >>"$tmp/a.ini"

# run_and COMMAND ARG...: does that between the two jobs of family rebuilt.
run_and ()
{
  local pid status=0

  rm -f "$tmp/rebuilt.so" "$tmp/run.jsonl"
  cp "$builds/rebuilt.so" "$tmp/rebuilt.so"
  "$top_builddir/gkhost" -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$builds/faults.so" -p "$tmp/rebuilt.so" >"$tmp/out" 2>"$tmp/err" &
  pid=$!
  for _ in $(seq 200); do
    grep -q '"variant":"right"' "$tmp/run.jsonl" 2>/dev/null && break
    sleep 0.05
  done
  "$@"
  wait "$pid" || status=$?
  expect_equal "$status" 1
  expect_equal "$(count_records "$tmp/run.jsonl" job=before status=ok)" 1
}

# replaced_by WHY COMMAND ARG...: the job behind it is not run.
replaced_by ()
{
  local why=$1

  shift
  run_and "$@"
  records "$tmp/run.jsonl" job=behind status=failed >"$tmp/failed"
  expect_equal "$(grep -c . "$tmp/failed")" 1
  expect_grep "the plugin $tmp/rebuilt.so $why; run again" "$tmp/failed"
  expect_no_grep '"median_s"' "$tmp/failed"
}

replaced='was replaced during the run'
cp "$builds/rebuilt-option.so" "$tmp/new.so"
replaced_by "$replaced" mv "$tmp/new.so" "$tmp/rebuilt.so"
cp "$builds/rebuilt.so" "$tmp/new.so"
replaced_by "$replaced" mv "$tmp/new.so" "$tmp/rebuilt.so"
replaced_by "$replaced" cp "$builds/rebuilt.so" "$tmp/rebuilt.so"
replaced_by "can't be read any more: No such file or directory" \
  rm "$tmp/rebuilt.so"

# One that nobody touches is told by the record of the run.
run_and true
expect_equal "$(count_records "$tmp/run.jsonl" job=behind status=ok)" 1
records "$tmp/run.jsonl" type=run >"$tmp/run"
expect_grep "\"identity\":\"$(stat -c '%d:%i:%s:%Y' "$tmp/rebuilt.so")\." \
  "$tmp/run"
