#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check --sanitizer turns what compute-sanitizer says into lines: the
# tool, the finding, where it is, and the case; on a stand-in for it, and for the
# driver.
source "${top_srcdir:-.}/tests/functions.sh" || exit

mkdir "$tmp/bin"
driver_stand_in
cat >"$tmp/bin/compute-sanitizer" <<'END'
#!/bin/sh
# Says of some cases what it is told to in $SAYS.
echo "$*" >>"$CALLS"
[ "$1" = --tool ] || exit 9
tool=$2
shift 2
echo '========= COMPUTE-SANITIZER'
"$@" >"$CALLS.out" 2>&1
status=$?
awk -v "says=$SAYS/$tool" '{ print }
  /^gkhost case: copy-[23]\/waits/ { while ((getline line <says) > 0) print line
    close (says) }' "$CALLS.out"
[ "$tool" != "$DIES" ] || exit 255
echo '========= ERROR SUMMARY: some errors'
exit "$status"
END
chmod +x "$tmp/bin/compute-sanitizer"
mkdir "$tmp/says"
# Twice a case: once for each thread.
for thread in 0 1; do
  cat <<END
========= Invalid __global__ write of size 4 bytes
=========     at fill(int *)+0x160 in /home/me/waits.cu:34
=========     by thread ($thread,0,0) in block (0,0,0)
=========     Address 0x7f1a63200001 is out of bounds
=========     Saved host backtrace up to driver entry point at kernel launch time
=========         Host Frame: [0x2ffeb4] in /usr/lib/libcuda.so.1
=========
END
done >"$tmp/says/memcheck"
cat >"$tmp/says/racecheck" <<'END'
========= Error: Race reported between Write access at sum(int *)+0x100 in waits.cu:60
=========     and Read access at sum(int *)+0x2d0 in waits.cu:67 [508 hazards]
=========
END

# check ARG...
check ()
{
  : >"$tmp/calls"
  CALLS=$tmp/calls SAYS=$tmp/says DIES=${dies-} LD_LIBRARY_PATH=$tmp/driver \
    PATH=${path-$tmp/bin:$PATH} CUDA_HOME=${home-$tmp/none} \
    GKHOST_PLUGIN_PATH=$top_builddir/plugins/copy/.libs \
    gkhost check "$top_builddir/tests/plugins/.libs/driver-copy.so" \
    --sanitizer -s suite.pad=0 -s suite.dtype=i32 "$@"
}

# What it finds, in one line each before they are laid out.
expect_status 1 check --only 'copy-[1-9]/waits' -s suite.verify=no
sed -e ':a' -e 'N;s/\n        */ /;ta' -e 'P;D' "$tmp/out" >"$tmp/joined"
expect_grep '^waits:$' "$tmp/joined"
expect_grep '^  memcheck: Invalid __global__ write of size 4 bytes, at fill(int \*)+0x160 in /home/me/waits.cu:34; 4 times, first in copy-2/waits (rows=31 cols=67 dtype=i32 pad=0), cold cache, on cuda:0$' \
  "$tmp/joined"
expect_grep '^  racecheck: Error: Race reported between Write access at sum(int \*)+0x100 in waits.cu:60 and Read access at sum(int \*)+0x2d0 in waits.cu:67 \[508 hazards\]; 2 times, first in copy-2/waits ' \
  "$tmp/joined"
expect_no_grep 'Frame\|thread\|SUMMARY' "$tmp/out"
expect_grep 'driver-copy.so: not sound$' "$tmp/out"

# Each tool on each variant that runs on the device, and on no large problem.
rm "$tmp"/says/*
expect_status 0 check --only '*/right'
expect_grep '^  nothing was found$' "$tmp/out"
expect_grep 'driver-copy.so: compute-sanitizer found nothing$' "$tmp/out"
expect_equal "$(sed 's/^--tool \([a-z]*\) .*/\1/' "$tmp/calls" | tr '\n' ' ')" \
  "memcheck racecheck initcheck synccheck "
expect_equal "$(grep -c '^gkhost case:' "$tmp/calls.out")" 5

# What fails under a tool, and a tool that ends early.
expect_status 1 check --only 'copy-2/idles'
expect_grep '^  synccheck: cases did not pass' "$tmp/out"
expect_grep 'driver-copy.so: not sound$' "$tmp/out"
dies=initcheck expect_status 1 check --only 'copy-2/right'
expect_grep '^  initcheck: did not run to its end:' "$tmp/out"
expect_grep 'driver-copy.so: not checked to the end$' "$tmp/out"

# It is found in a toolkit too, where none is in PATH; without it nothing runs.
mkdir "$tmp/none" "$tmp/kit"
mv "$tmp/bin" "$tmp/kit/bin"
path=$(tr : '\n' <<<"$PATH" | while read -r folder; do
  [ -e "$folder/compute-sanitizer" ] || printf '%s:' "$folder"
done)
home=$tmp/kit expect_status 0 check --only 'copy-2/right'
if [ ! -e /usr/local/cuda/bin/compute-sanitizer ]; then
  expect_status 2 check --only 'copy-2/right'
  expect_grep '^gkhost: --sanitizer: compute-sanitizer is not in PATH'
  [ ! -s "$tmp/calls" ] || fail 'something ran'
fi

# Nothing of it runs where a sanitizer looks.
expect_status 77 gkhost check "$top_builddir/plugins/copy/.libs/copy.so" \
  --sanitizer
expect_grep 'not checked: none of its variants runs on a device'
expect_status 2 check --format csv
expect_grep 'leave out --format$'
expect_status 2 gkhost -c none.ini --sanitizer
expect_grep 'does not accept --sanitizer'
