#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --profile tells what is in its way: no profiler, no permission, no kernel, a
# case that is wrong, a profiler that fails; on stand-ins for it and the driver.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/profile-functions.sh"

# told PATTERN: this is the reason for which there are no counters.
told ()
{
  tr -s ' \n' ' ' <"$tmp/out" >"$tmp/line"
  expect_grep "on cuda:0 no counters: $1" "$tmp/line"
  expect_no_grep 'DRAM' "$tmp/line"
}

# Counters for root alone: the remedy, and no further try.
cat >"$tmp/ncu.table" <<'END'
==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the target device 0.
==PROF== Disconnected from process 4711
==WARNING== No kernels were profiled.
END
DIES=1 expect_status 1 profile 'variant = right
cache = cold, hot'
told 'the driver lets only root read counters: .*NVreg_RestrictProfilingToAdminUsers=0.*SYS_ADMIN $'
expect_equal "$(wc -l <"$tmp/ncu.calls")" 1

# Another error of the profiler's, which every case is told.
cat >"$tmp/ncu.table" <<'END'
==ERROR== Profiling failed because a driver resource was unavailable.
==ERROR== The application returned an error code (1).
END
DIES=1 expect_status 1 profile 'variant = right
cache = cold, hot'
told 'ncu: Profiling failed because a driver resource was unavailable\. copy'
expect_equal "$(grep -c 'no counters' "$tmp/out")" 2

# Nothing but a copy, which is no kernel.
echo '==WARNING== No kernels were profiled.' >"$tmp/ncu.table"
expect_status 1 profile 'variant = right'
told 'it launches no kernel: '

# Tables that are none.
echo '<html>' >"$tmp/ncu.table"
expect_status 1 profile 'variant = right'
told 'it launches no kernel: '
table k 10 9000 4 4 0 0 10 10 90
sed -i '$s/,"9[.]0".*//' "$tmp/ncu.table"
expect_status 1 profile 'variant = right'
told 'what ncu printed is no table: "0","4711"'
table k 10 9000 4 4 0 0 10 10 90
echo '"0","4711","k' >>"$tmp/ncu.table"
expect_status 1 profile 'variant = right'
told 'what ncu printed is no table: "0","4711","k $'

# A case that is wrong, one that fails, and one that is skipped under the
# profiler: what is counted of them is no matter.
table k 10 9000 4 4 0 0 10 10 90
expect_status 1 profile 'variant = writes-far'
told "the case is wrong: .*wrote outside of 'dst'"
echo '==ERROR== The application returned an error code (1).' >>"$tmp/ncu.table"
expect_status 1 profile 'variant = faults'
told 'the case is failed: .*an illegal memory access'
expect_no_grep 'the profiler says' "$tmp/line"
FAKE_DRIVER_REFUSES=cuMemAlloc_v2:1=2 expect_status 1 profile 'variant = right'
told 'the case is skipped: .*out of memory'

FAKE_DRIVER_REFUSES=cuProfilerStart:1=5 expect_status 1 profile \
  'variant = right'
told 'the case is failed: cuda:0: calling the profiler: another error'

# A profiler that cuts its program short, one that is killed, and one that is no
# program.
kill_it ()
{
  printf '#!/bin/sh\n%s\n' "$1" >"$tmp/bin/ncu"
  expect_status 1 profile 'variant = right'
}
# shellcheck disable=SC2016
kill_it 'echo the end is near; kill -9 $$'
told 'ncu did not run to its end: the end is near'
kill_it 'exit 0'
told 'ncu did not run to its end: it printed nothing'
printf '#!/none\n' >"$tmp/bin/ncu"
expect_status 1 profile 'variant = right'
told 'ncu did not run to its end: .*/ncu: .*not found'

# None at all, and nothing for it to do: nothing runs.
chmod -x "$tmp/bin/ncu"
path=$(tr : '\n' <<<"$PATH" | while read -r folder; do
  [ -e "$folder/ncu" ] || printf '%s:' "$folder"
done)
if [ ! -e /usr/local/cuda/bin/ncu ] && [ ! -e /opt/nvidia/nsight-compute ]; then
  expect_status 2 profile 'variant = right'
  # shellcheck disable=SC2016
  expect_grep '^gkhost: --profile: ncu is not in PATH, $CUDA_HOME/bin or .*; install Nsight Compute, .*package'
fi
unset path
expect_status 2 profile 'variant = cpu-memcpy'
expect_grep 'left out 1 of 1 cases; .*: no profiler is known for the CPU'
expect_grep '^gkhost: --profile: there is no case to profile$'
expect_status 2 profile 'variant = right
device = cuda:7'
expect_grep 'left out 1 of 1 cases; .*cuda:7'
expect_status 2 profile 'variant = right' -s 'copy.rows=1..17+1'
expect_grep '17 cases are selected, .*choose at most 16 with --only'
option=--profile=2 expect_status 2 profile 'variant = right
rounds = 2'
expect_grep '^gkhost: --profile=2: the last of the cases is number 1; '

# What else can't be done at the same time, or is no number.
for other in '-o x' '--format csv' -v --require-ran --dry-run --resume \
  '--compare x' --profile; do
  # shellcheck disable=SC2086
  expect_status 2 profile 'variant = right' $other
  expect_grep "leave out ${other%% *}\|leave out --profile\|is given twice"
done
for number in 0 -1 1x '' 99999999999999999999999; do
  option=--profile=$number expect_status 2 profile 'variant = right'
  expect_grep 'give the number of a case\|the last of the cases'
done
expect_status 2 gkhost list --profile
expect_grep 'does not accept --profile'
[ ! -e "$tmp/ncu.calls" ] || fail 'something was profiled'
