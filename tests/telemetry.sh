#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# What a device's own meter tells while a case runs stands in its record, and in
# a word of its row where that explains the figures; on a stand-in for NVML.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 100

export FAKE_NVML=$tmp/nvml FAKE_DRIVER_PIDS=$tmp/pids

# metered KEYS LINE...: runs a case while NVML tells these lines.
metered ()
{
  local keys=$1

  shift
  printf '%s\n' "$@" >"$tmp/nvml"
  : >"$tmp/pids"
  expect_status 0 driver_copy "right" "min_time = 0.2
max_time = 0.3
max_samples = 100000
$keys"
  records "$tmp/run.jsonl" type=case >"$tmp/case"
}

# has FIELD VALUE: the record's telemetry has it, and of that value.
has ()
{
  expect_grep "\"telemetry\":{[^}]*\"$1\":$2[,}]" "$tmp/case"
}

lacks ()
{
  expect_no_grep "\"telemetry\":{[^}]*\"$1\":" "$tmp/case"
}

calm=('clock 1980' 'most 1980' 'memory 2619' 'instant 400500' 'power 1000'
  'energy 400500' 'temperature 61 63' 'reasons 0' 'corrected 7' 'uncorrected 0'
  'remapped 2' 'others 0')
metered '' "${calm[@]}"
has clock_sm 1980000000.0
has clock_sm_first 1980000000.0
has clock_sm_last 1980000000.0
has clock_sm_most 1980000000.0
has clock_memory 2619000000.0
has power 400.5
has temperature 63.0
has ecc_corrected 0
has ecc_uncorrected 0
has remapped 0
has others 0
lacks reasons
lacks lost
expect_no_grep 'throttled\|ramping\|shared'

# Launches that evictions lie between have no energy that is told from theirs.
lacks energy_per_launch

# A run that is gone on with keeps it, where the case has another number, too.
# The case has few samples, in which the meter may be read only once.
printf '%s\n' "${calm[@]/#temperature*/temperature 63}" >"$tmp/nvml"
keys='min_time = 0.2
max_time = 0.3
max_samples = 100000'
expect_status 0 driver_copy many "$keys" --only '*/many'
expect_status 0 driver_copy many "$keys" --resume
records "$tmp/run.jsonl" variant=many | tail -n 1 >"$tmp/case"
expect_grep '"case":1,' "$tmp/case"
has clock_sm 1980000000.0
has temperature 63.0

# What is over before the figure of power is renewed has none.
printf '%s\n' "${calm[@]}" >"$tmp/nvml"
expect_status 0 driver_copy right 'max_time = 0.05'
records "$tmp/run.jsonl" type=case >"$tmp/case"
has clock_sm 1980000000.0
lacks power

# A power cap, which holds the clock down; where it does not, nothing is said.
metered '' 'clock 1400' 'most 1980' 'reasons 5' 'power 700000'
has reasons '\["idle","power-cap"\]'
has power 700.0
has clock_sm 1400000000.0
expect_grep ' yes, throttled$' "$tmp/out"
expect_grep '^throttled  heat or power lowered the clock: ' "$tmp/out"
metered '' 'clock 1980' 'most 1980' 'reasons 4'
has reasons '\["power-cap"\]'
expect_no_grep throttled "$tmp/out"
metered '' 'clock 1980' 'reasons 0 0 0 0 0 64'
has reasons '\["hw-thermal"\]'
expect_grep ' yes, throttled$' "$tmp/out"

# A limit by memory holds at the memory's highest clock, which is 1 GHz here: the
# record has what share of it was reached at a lower one.
records "$tmp/run.jsonl" type=run >"$tmp/record"
expect_grep '"clock":1000000000.0,"memory_clock":1000000000.0' "$tmp/record"
expect_no_grep of_limit_at_clock "$tmp/case"
metered '' 'clock 500' 'most 1980' 'memory 500' 'reasons 0'
sed 's/.*"of_limit":\([^,]*\),.*"of_limit_at_clock":\([^,]*\),.*/\1 \2/' \
  "$tmp/case" | awk '{ exit !($2 > 1.99 * $1 && $2 < 2.01 * $1) }' ||
  fail 'of_limit_at_clock is not twice of_limit'
expect_grep '  of limit  at clock  ' "$tmp/out"

# A clock that still rises is none that is held down; it is told where samples
# became faster with it.
rising=(clock 1200 1200 1220 1240 1260 1280 1300 1350 1400 1450 1500 1550 1600
  1650 1700 1750 1800 1850 1900 1950 1980)
ramps ()
{
  printf '%s\n' "$*" 'most 1980' 'reasons 0' >"$tmp/nvml"
  expect_status 0 driver_copy warms 'max_time = 10
min_samples = 110
max_samples = 110
audit = no' --only '*/warms' -s copy.rows=100 -s copy.cols=100
}
ramps "${rising[@]}"
expect_grep ' yes, ramping$' "$tmp/out"
expect_grep '^ramping  the clock still rose' "$tmp/out"
ramps 'clock 1980'
expect_no_grep ramping "$tmp/out"

# What the memory had to mend meanwhile is counted.
metered '' 'corrected 7 9' 'uncorrected 0 1' 'remapped 2 3'
has ecc_corrected 2
has ecc_uncorrected 1
has remapped 1
lacks power
lacks reasons

# Another process; ours, which the stand-in tells as well, are none.
metered '' 'others 2'
has others 2
expect_grep ' yes, shared$' "$tmp/out"
expect_grep '^shared  other processes used the device' "$tmp/out"
# Where ids are not ours to read nobody can be told from us.
metered '' 'others 2' 'hidden 1'
lacks others

# Of a device in parts nobody knows whose power it is.
metered '' "${calm[@]}" 'mig 1'
has clock_sm 1980000000.0
lacks power
lacks others

# An older library has other names for some, and lacks others.
cp "$top_builddir/tests/plugins/.libs/fake-nvml-old.so" \
  "$tmp/driver/libnvidia-ml.so.1"
metered '' "${calm[@]/reasons 0/reasons 32}"
has power 1.0
has reasons '\["sw-thermal"\]'
has others 0
lacks remapped

# Two devices are told apart by where they are, not by their numbers.
export FAKE_DRIVER_DEVICES=2
printf '%s\n' 'clock@1 1001' 'clock@2 1002' >"$tmp/nvml"
expect_status 0 driver_copy right 'slow_margin = 1
max_samples = 20
device = cuda:0, cuda:1'
records "$tmp/run.jsonl" device=cuda:0 >"$tmp/case"
has clock_sm 1002000000.0
records "$tmp/run.jsonl" device=cuda:1 >"$tmp/case"
has clock_sm 1001000000.0
