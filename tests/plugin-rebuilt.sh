#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A plugin that is rebuilt during a run, with other options than those that the
# suite was checked against, fails its later cases and says which option it is.
source "${top_srcdir:-.}/tests/functions.sh"

builds=$top_builddir/tests/plugins/.libs
printf '[transpose]\nrows = 3\ncols = 3\nvariant = right, hangs\n%s\n%s\n' \
  'timeout = 3' '[rebuilt]' >"$tmp/a.ini"

# replaced_by BUILD REASON: runs a suite that begins with other cases, in which
# time the file becomes that of another build.
replaced_by ()
{
  local pid status=0

  cp "$builds/rebuilt.so" "$tmp/rebuilt.so"
  cp "$builds/$1.so" "$tmp/new.so"
  rm -f "$tmp/run.jsonl"
  "$top_builddir/gkhost" -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/transpose/.libs/transpose.so" \
    -p "$builds/faults.so" -p "$tmp/rebuilt.so" >"$tmp/out" 2>"$tmp/err" &
  pid=$!
  for _ in $(seq 200); do
    grep -q '"variant":"right"' "$tmp/run.jsonl" 2>/dev/null && break
    sleep 0.05
  done
  mv "$tmp/new.so" "$tmp/rebuilt.so"
  wait "$pid" || status=$?
  expect_equal "$status" 1
  records "$tmp/run.jsonl" family=rebuilt status=failed >"$tmp/failed"
  expect_grep "the plugin was rebuilt during the run: $2; run again" \
    "$tmp/failed"
}

replaced_by rebuilt-option "the family's option 'length' is new"
replaced_by rebuilt-type "the family's option 'size' takes other values"
replaced_by rebuilt-tunable "the variant's option 'words' is new"
