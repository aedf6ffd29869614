#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# cpus = LIST pins the process that times from its start; where that can't be,
# the cases fail; where there are shared memories or cores, they are told.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# run TEXT ARG...: a job for each paragraph of keys.
run ()
{
  local status=$1 job

  shift
  : >"$tmp/a.ini"
  for job; do
    printf '[%s]\nfamily = copy\nvariant = tells-cpus\nrows = 4\ncols = 4
max_time = 1ms\naudit = no\n%s\n' "${job%% *}" "${job#* }" >>"$tmp/a.ini"
  done
  expect_status "$status" gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/cpus.so"
}
# expect_job JOB PATTERN: what the one case's record has.
expect_job ()
{
  records "$tmp/run.jsonl" type=case "job=$1" >"$tmp/case"
  expect_grep "$2" "$tmp/case"
}

# Those that this process may use.
mine=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
first=${mine%%[,-]*}
last=${mine##*[,-]}
n=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)

# One after the other in one run: each has a process of its own.  No replay starts others.
run 0 "one cpus = $first" "any verify = yes" "two cpus = $last, $first" \
  "again cpus = $first"
for job in one again; do
  expect_job "$job" "\"processors $first, units 1\""
  expect_job "$job" "\"cpus\":\"$first\""
done
expect_job any "units $n\""
expect_no_grep '"cpus":' "$tmp/case"
if [ "$first" -ne "$last" ]; then
  expect_job two "\"processors $first $last, units 2\""
  # A range where it is one.
  [ "$last" -ne $((first + 1)) ] || expect_job two "\"cpus\":\"$first-$last\""
fi
expect_equal "$(records "$tmp/run.jsonl" type=case | grep -c '"status":"ok"')" 4
# process JOB: that timed it.  Threads that one has are where it was pinned.
process ()
{
  records "$tmp/run.jsonl" type=case "job=$1" |
    sed 's/.*"process":\([0-9]*\).*/\1/'
}
[ "$(process one)" != "$(process any)" ] || fail 'the pinned process went on'
expect_equal "$(process again)" "$(process one)"
tr -s '\n ' '  ' <"$tmp/out" >"$tmp/line"
expect_grep "max_time=0.001s, audit=no, cpus=$first, on cpu" "$tmp/line"
gkhost report "$tmp/run.jsonl" --format csv >"$tmp/csv"
expect_grep '^case,.*,cpus' "$tmp/csv"

# In one process each case is where it asks to be.
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" --in-process \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/cpus.so"
expect_job one "\"processors $first, units"
expect_job any "units $n\""
expect_job two "\"processors $first\( $last\)\?, units"

# What is pinned elsewhere is another case.
sed "s/,\"cpus\":\"$first\"//" "$tmp/run.jsonl" >"$tmp/free.jsonl"
expect_status 0 gkhost compare --allow-missing "$tmp/run.jsonl" \
  "$tmp/free.jsonl"
expect_grep "^one .*, cpus=$first, on cpu" "$tmp/out"
expect_equal "$(grep -c 'only old$' "$tmp/out")" 2

# Processors that are not there, or may not be used.
run 1 'far cpus = 1023'
expect_grep "cpus = 1023: gkhost may use processors $mine" "$tmp/out"
expect_job far '"status":"failed"'
run 2 'wrong cpus = 0-'
expect_grep "/a.ini:8: cpus: '0-' is no processor's number"
run 2 'wrong cpus = 3-1'
expect_grep "cpus: '3-1' is no processor's number from 0 to 1023, nor a range"
expect_status 2 gkhost -c "$tmp/a.ini" -s 'wrong.cpus=all'
expect_grep "-s wrong.cpus: cpus: 'all' is no"

# What this machine has is in the record, and told of devices where it matters.
[ ! -e /sys/devices/system/node/has_cpu ] || {
  run 0 'any verify = yes'
  records "$tmp/run.jsonl" type=run >"$tmp/record"
  expect_grep '"nodes":\["[0-9]' "$tmp/record"
}

# Threads that leave the processors that they were given are told of.
if [ "$first" -ne "$last" ]; then
  printf '[copy]\nrows = 4\ncols = 4\nmin_time = 0\nmax_samples = 10\naudit = no
cpus = %s\nvariant = spreads, tells-cpus\n' "$first" >"$tmp/a.ini"
  expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/cpus.so"
  records "$tmp/run.jsonl" variant=spreads >"$tmp/case"
  expect_grep '"cores_used":' "$tmp/case"
  grep -q 'too busy' "$tmp/case" || expect_grep '"unpinned"' "$tmp/case"
  expect_no_grep unpinned <(records "$tmp/run.jsonl" variant=tells-cpus)
fi
