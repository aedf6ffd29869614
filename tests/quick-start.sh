#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# With one tiny CPU case the program ends within 50 ms and 20 MB.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_uninstrumented
requires /usr/bin/time -f %M true
printf '[copy]\nrows = 8\ncols = 8\nvariant = cpu-memcpy\ndevice = cpu\n%s\n' \
  'max_time = 0.001' >"$tmp/a.ini"
GKHOST_PLUGIN_PATH=$(echo "$top_builddir"/plugins/*/.libs | tr ' ' ':')
export GKHOST_PLUGIN_PATH
# The best of ten: what else the machine does is not gkhost's.
best=1000000
for _ in 1 2 3 4 5 6 7 8 9 10; do
  begin=$(date +%s%N)
  "$top_builddir/host/gkhost" -c "$tmp/a.ini" >/dev/null
  took=$(($(date +%s%N) - begin))
  took=$((took / 1000))
  [ "$took" -ge "$best" ] || best=$took
done
echo "ended within $best us"
[ "$best" -le 50000 ] || fail "took $best us"
/usr/bin/time -f %M -o "$tmp/kib" \
  "$top_builddir/host/gkhost" -c "$tmp/a.ini" >/dev/null
echo "took $(cat "$tmp/kib") KiB"
[ "$(cat "$tmp/kib")" -le 20000 ] || fail "took $(cat "$tmp/kib") KiB"
