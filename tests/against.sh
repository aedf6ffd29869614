#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --against holds the devices of a run, even one alone, against those of a stored
# run; what is no baseline for it is refused before anything runs.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cupti_stand_in
export FAKE_DRIVER_DEVICES=1 FAKE_CUPTI_PACE=10000,10000
keys='device = cuda:0
timer = kernel
dtype = i32, f32, f64'
base=$tmp/base.jsonl

# against STATUS ARG...: runs the suite.
against ()
{
  local status=$1

  shift
  expect_status "$status" driver_copy right "$keys" --only '*/right' "$@"
}

against 0
cp "$tmp/run.jsonl" "$base"

# As fast, and slower by more than the margin.
against 0 --against "$base"
expect_grep "^devices by their speed over the baseline's; slow cases: over 5.0% below$" "$tmp/out"
expect_grep '^cuda:0  ok  *1\.00x   0 of 3$' "$tmp/out"
export FAKE_CUPTI_SLOWER=0:10
against 1 --against "$base"
expect_grep '^cuda:0  slow  *0\.909x   3 of 3$' "$tmp/out"
expect_grep "^cuda:0, slow: 0.909x the baseline's speed, slow in 3 of 3 cases: " "$tmp/out"
cp "$tmp/out" "$tmp/told"
cp "$tmp/run.jsonl" "$tmp/slow.jsonl"
against 0 --against "$base" -s suite.slow_margin=0.12
against 1 --against "$base" --format jsonl
expect_grep '^cuda:0, slow: '
expect_no_grep 'baseline.s' "$tmp/out"

# So do its records.
expect_status 1 gkhost report "$tmp/slow.jsonl" --against "$base"
cmp "$tmp/told" "$tmp/out"
expect_status 0 gkhost report "$tmp/slow.jsonl" --against "$base" --margin 12%
expect_status 0 gkhost report "$base" --against "$tmp/slow.jsonl"
expect_status 1 gkhost report "$tmp/slow.jsonl" --against "$base" --format openmetrics
expect_grep '^gkhost_device_baseline_ratio{.*} 0.9090' "$tmp/out"
expect_status 0 gkhost report "$tmp/slow.jsonl"
expect_no_grep 'slow' "$tmp/out"

# Hosts that are alike, and all slower.
sed '1s/"host":{"name":"[^"]*"/"host":{"name":"other"/' "$tmp/slow.jsonl" >"$tmp/other.jsonl"
expect_status 0 gkhost report "$tmp/slow.jsonl" "$tmp/other.jsonl"
expect_status 1 gkhost report "$tmp/slow.jsonl" "$tmp/other.jsonl" --against "$base"
expect_grep '^2 slow$' "$tmp/out"

# refused MESSAGE FILE: by a run, which then runs nothing and leaves the records
# that are there, and by report.
refused ()
{
  echo kept >"$tmp/kept"
  against 2 --against "$2" -o "$tmp/kept" 
  expect_grep "$1"
  expect_equal "$(cat "$tmp/kept")" kept
  expect_status 2 gkhost report "$tmp/slow.jsonl" --against "$2"
  expect_grep "$1"
}

# What is no baseline for it.
driver_copy ()
{
  LD_LIBRARY_PATH=$tmp/driver gkhost -c "$tmp/driver.ini" \
    -p "$top_builddir/plugins/copy/.libs/copy.so" \
    -p "$top_builddir/tests/plugins/.libs/driver-copy.so" "${@:3}"
}
refused "none.jsonl can't be read: No such file" "$tmp/none.jsonl"
refused 'driver.ini: this is not a file of records' "$tmp/driver.ini"
sed 's/a stand-in/another/' "$base" >"$tmp/model.jsonl"
refused '^gkhost: --against .*/model.jsonl has another, and cuda:0 is a stand-in: take records of the same model$' "$tmp/model.jsonl"
sed 's/"rows":31/"rows":32/' "$base" >"$tmp/cases.jsonl"
refused '^gkhost: --against .*/cases.jsonl has no case that cuda:0 has: take records of the same suite$' "$tmp/cases.jsonl"
sed 's/"status":"ok"/"status":"failed"/' "$base" >"$tmp/failed.jsonl"
refused '^gkhost: --against .*/failed.jsonl has no case with a time: ' "$tmp/failed.jsonl"
sed '1s/"host":{/"rank":9,"ranks":2,"host":{/' "$base" >"$tmp/rank.jsonl"
refused 'rank.jsonl:1: rank is 9, which is none of 2' "$tmp/rank.jsonl"

# Mistakes.
cp "$base" "$tmp/before"
against 2 --against "$base" -o "$base"
expect_grep '^gkhost: -o .* would write over .*/base.jsonl: '
cmp "$tmp/before" "$base"
for command in "list -c $tmp/driver.ini" devices "compare $base $base" \
  "-c $tmp/driver.ini --dry-run"; do
  # shellcheck disable=SC2086
  expect_status 2 gkhost $command --against "$base"
done
for format in csv jsonl junit; do
  expect_status 2 gkhost report "$base" --against "$base" --format "$format"
  expect_grep '^gkhost: --against compares devices, which this format does not show: '
  expect_status 2 gkhost report "$base" --margin 1% --format "$format"
done
