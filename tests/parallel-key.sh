#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# parallel is a key for the whole run: [suite] has it, or -s suite.parallel, no
# job, and it is devices or no.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of copy

copy='[copy]
rows = 4
cols = 4
variant = cpu-memcpy'

# wrong SUITE MESSAGE ARG...: found before anything runs.
wrong ()
{
  local message=$2

  printf '%s\n' "$1" >"$tmp/a.ini"
  shift 2
  expect_status 2 gkhost -c "$tmp/a.ini" --dry-run "$@"
  expect_grep "$message"
}

wrong "[suite]
parallel = yes
$copy" "a.ini:2: parallel: write devices or no, not 'yes'\$"
wrong "[suite]
parallel = devices, no
$copy" "a.ini:2: parallel: write devices or no"
wrong "$copy
parallel = no" 'a.ini:5: parallel: this is one for the whole run: write it in \[suite\]$'
wrong "$copy" '^gkhost: -s \*.parallel: parallel: this is one for the whole run' \
  -s '*.parallel=no'
wrong "$copy" "^gkhost: -s suite.parallel: parallel: write devices or no, not ''no''\$" \
  -s "suite.parallel='no'"

for value in devices no; do
  expect_status 0 gkhost -c "$tmp/a.ini" --dry-run -s suite.parallel=$value
  # It is of no case.
  expect_no_grep parallel "$tmp/out"
done
