#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --profile has one launch of each case counted, and prints what binds it; on
# stand-ins for the profiler and the driver.
source "${top_srcdir:-.}/tests/functions.sh" || exit
source "$top_srcdir/tests/profile-functions.sh"

# binds WORD NAME DRAM...: of a kernel with such counters this is told to bind.
binds ()
{
  local word=$1

  shift
  table "$@"
  expect_status 0 profile 'variant = right'
  expect_grep "^  what binds it: $word" "$tmp/out"
}

# The figures, each with its sentence, in lines that fit.
table 'turned<float>(float *)' 91.97 128,320 4 32 900 1,200 45.2 12.9 41
expect_status 0 profile 'variant = right' --only copy/right
cat >"$tmp/want" <<'END'
copy/right (rows=31 cols=17 dtype=f32 pad=0), cold cache, on cuda:0
  turned<float>(float *): 128 us
  DRAM busy           92.0%  at its limit: only fewer bytes make it faster
  L2 busy             45.2%  in use, with room for more
  SM busy             12.9%  mostly idle: it waits, or has little to compute
  occupancy           41.0%  low: each warp needs more in flight to hide latency
  bank conflicts      75.0%  of wavefronts are conflicts: pad rows, XOR-swizzle
  load sectors/req      4.0  coalesced: 4 hold 32 times 4 bytes
  store sectors/req    32.0  uncoalesced: 32 are one for each thread
  what binds it: DRAM: memory-bound, its bytes take this long
END
diff "$tmp/want" "$tmp/out" || fail 'another text'
[ ! -s "$tmp/err" ] || fail 'something was complained of'

# All that the profiler was told, but the metrics, and the run inside it.
sed -e 's/ --metrics [^ ]*/ --metrics M/' -e "s|$tmp|TMP|g" \
  -e "s|$top_builddir|TOP|g" "$tmp/ncu.calls" >"$tmp/calls"
expect_equal "$(cat "$tmp/calls")" \
  "--csv --page raw --target-processes application-only --print-units base --profile-from-start off --cache-control all --clock-control none --metrics M TOP/host/gkhost -c TMP/a.ini --in-process --profile=1 -o - -p TOP/plugins/copy/.libs/copy.so -p TOP/tests/plugins/.libs/driver-copy.so --only copy/right"
grep -o -e '--metrics [^ ]*' "$tmp/ncu.calls" | tr ' ,' '\n' | grep __ |
  sort >"$tmp/asked"
tr -d '"' <"$tmp/head" | tr , '\n' | grep __ | grep -v launch__ >"$tmp/known"
diff "$tmp/asked" "$tmp/known" || fail 'other metrics'
# Of all that the run had the driver do, one launch of the variant counts.
expect_equal "$(cat "$tmp/counts")" 'begin copy end '

# What draws combinations of tunables draws the same there.
expect_status 0 profile 'variant = right
search = random 2'
expect_grep ' -s suite\.search_seed=[1-9][0-9]*\( \|$\)' "$tmp/ncu.calls"
expect_status 0 profile 'variant = right
search = random 2
search_seed = 7'
expect_no_grep 'search_seed' "$tmp/ncu.calls"

# Cases in turn, of which one is hot, and each is the one that it is said to be;
# what has no counters is left out.
table k 10 9000 4 4 0 0 10 10 90
expect_status 0 profile 'variant = cpu-memcpy, right
cache = cold, hot
launch = stream, graph'
expect_grep 'left out 2 of 6 cases; the first, copy/cpu-memcpy .*: no profiler is known for the CPU; perf(1)'
expect_equal "$(grep -c '^copy/right' "$tmp/out")" 4
sed 's/.*--cache-control \([a-z]*\).*/\1/' "$tmp/ncu.calls" >"$tmp/flags"
sed -n 's/^copy.right .*, \([a-z]* cache.*\), on .*/\1/p' "$tmp/out" >"$tmp/heads"
sed -n 's/.*"type":"case".*"cache":"\([a-z]*\)","launch":"\([a-z]*\).*/\1 \2/p' \
  "$tmp/ncu.runs" >"$tmp/modes"
expect_equal "$(paste -d : "$tmp/flags" "$tmp/heads" "$tmp/modes")" \
  'all:cold cache:cold stream
all:cold cache, graph:cold graph
none:hot cache:hot stream
none:hot cache, graph:hot graph'
expect_equal "$(cat "$tmp/counts")" \
  'begin copy end begin copy end begin copy end begin copy end '
option=--profile=4 expect_status 0 profile 'variant = cpu-memcpy, right
cache = cold, hot'
expect_grep '^copy/right .*, hot cache' "$tmp/out"
expect_grep ' --profile=4 ' "$tmp/ncu.calls"

# What binds, by the figures: DRAM NS LOADED STORED CONFLICTS WAVEFRONTS L2 SM
# WARPS.
binds 'DRAM: ' k 80 90000 4 4 0 0 70 60 90
binds 'L2: uncoalesced' k 50 90000 32 4 0 0 70 60 90
binds 'L2: keep' k 50 90000 4 4 0 0 70 60 90
binds 'SM: ' k 50 90000 4 4 0 0 70 80 90
binds 'shortness: ' k 50 3000 4 4 0 0 50 50 90
binds 'bank conflicts: ' k 50 90000 4 4 30 100 50 50 40
binds 'uncoalesced accesses: ' k 50 90000 4 32 20 100 50 50 40
binds 'occupancy: ' k 50 90000 4 16 20 100 50 50 40
binds 'latency: ' k 50 90000 4 16 20 100 50 50 60

# What a device does not count, and what a kernel does not do.
binds "not known" k n/a 90000 0 nan '' '' 50 50 60
expect_grep '^  DRAM busy  *-  not counted on this device$' "$tmp/out"
expect_grep '^  bank conflicts  *-  no such access, or not counted' "$tmp/out"
expect_grep '^  load sectors/req  *-  no thread loads from global' "$tmp/out"
expect_grep '^  store sectors/req  *-  no such access, or not counted' "$tmp/out"

# Several kernels in a launch, the longest first, with quotes in a name.
table a 10 1000 4 4 0 0 10 10 90 'b<""x"", 2>' 10 6,000 4 4 0 0 10 10 90 \
  c 10 1500 4 4 0 0 10 10 90 d 10 500 4 4 0 0 10 10 90 \
  e 10 400 4 4 0 0 10 10 90 f 10 600 4 4 0 0 10 10 90
expect_status 0 profile 'variant = right'
expect_equal "$(sed -n 's/^  \(.*of the launch\)$/\1/p' "$tmp/out")" \
  'b<"x", 2>: 6.00 us, 60.0% of the launch
c: 1.50 us, 15.0% of the launch
a: 1.00 us, 10.0% of the launch
f: 600 ns, 6.0% of the launch
2 more kernels: 9.0% of the launch'

# As other versions write it.
sed -i 's/"ns"/"usecond"/' "$tmp/ncu.table"
expect_status 0 profile 'variant = right'
expect_grep '^  b<"x", 2>: 6.00 ms' "$tmp/out"

# Under a profiler that is somebody else's, with a report as ever.
expect_status 0 env FAKE_DRIVER_COUNTS="$tmp/counts.2" \
  LD_LIBRARY_PATH="$tmp/driver" "$top_builddir/gkhost" -c "$tmp/a.ini" \
  -p "$top_builddir/plugins/copy/.libs/copy.so" \
  -p "$top_builddir/tests/plugins/.libs/driver-copy.so" \
  --in-process --profile
expect_grep '^1 case: 1 ok$' "$tmp/out"
expect_equal "$(cat "$tmp/counts.2")" 'begin copy end '

# Another timer's library, which is not there, is not asked for: both can't look
# on.
table k 10 9000 4 4 0 0 10 10 90
FAKE_DRIVER_VERSION=99000 expect_status 0 profile 'variant = right
timer = kernel' --only copy/right
expect_grep '^copy/right .*, kernel timer, on cuda:0' "$tmp/out"
