#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Of devices side by side, each worker may use processors near its device alone,
# by this machine's own files, and takes that node's memory first; a job's cpus
# come before that, and an address that says nothing is harmless.
source "${top_srcdir:-.}/tests/functions.sh" || exit

export BESIDE_DEVICES=0 FAKE_DRIVER_DEVICES=2
suite="[copy]
rows = 500
$beside_keys
device = cuda:*
variant = tells-place"

# told KEYS PATTERN...: what the workers of both devices said of where they are.
told ()
{
  local keys=$1 pattern

  shift
  expect_status 0 beside "$suite
$keys"
  records "$tmp/run.jsonl" type=case >"$tmp/cases"
  for pattern; do
    expect_equal "$(grep -c -e "$pattern" "$tmp/cases")" 2
  done
}

n=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)
mine=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
first=${mine%%[,-]*}
for FAKE_DRIVER_ADDRESS in ffff:ff:1f.7 ../../../etc '%s%n' ''; do
  export FAKE_DRIVER_ADDRESS
  told '' "\"may use $n processors\""
  told "cpus = $first" '"may use 1 processors"'
done

# any_device [with a node]: an address, whatever that device is.
any_device ()
{
  local folder

  for folder in /sys/bus/pci/devices/*/; do
    [ -r "$folder/local_cpulist" ] || continue
    [ -z "${1-}" ] || [ "$(cat "$folder/numa_node")" -ge 0 ] || continue
    basename "$folder"
    return
  done
}
FAKE_DRIVER_ADDRESS=$(any_device)
[ -n "$FAKE_DRIVER_ADDRESS" ] || skip 'needs a device on a PCI bus'
told '' '"may use [0-9]* processors"'
# A few cores are each worker's own where that leaves some for the judges.
[ "$n" -le 16 ] || {
  expect_no_grep "\"may use $n processors\"" "$tmp/cases"
  expect_grep '"place":"[0-9]' "$tmp/cases"
}
told "cpus = $first" '"may use 1 processors"'

FAKE_DRIVER_ADDRESS=$(any_device 'with a node')
[ -z "$FAKE_DRIVER_ADDRESS" ] || told '' '"memory by policy 1 of [0-9a-f]*"'
