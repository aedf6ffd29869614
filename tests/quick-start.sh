#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# With one tiny CPU case the program ends within 50 ms and 20 MB.  A machine on
# which a program that does nothing takes long to start gets more: sixteen
# times that.  A replay would start one process more.
source "${top_srcdir:-.}/tests/functions.sh" || exit

requires_uninstrumented
requires /usr/bin/time -f %M true
printf '%s\n' '[copy]' 'rows = 8' 'cols = 8' 'variant = cpu-memcpy' \
  'device = cpu' 'audit = no' 'max_time = 0.001' >"$tmp/a.ini"
GKHOST_PLUGIN_PATH=$(echo "$top_builddir"/plugins/*/.libs | tr ' ' ':')
export GKHOST_PLUGIN_PATH
# best ARG...: how long gkhost takes with these, in us, the best of ten: what else
# the machine does is not gkhost's.
best ()
{
  local least=1000000 begin took

  for _ in 1 2 3 4 5 6 7 8 9 10; do
    begin=$(date +%s%N)
    "$top_builddir/host/gkhost" "$@" >/dev/null
    took=$((($(date +%s%N) - begin) / 1000))
    [ "$took" -ge "$least" ] || least=$took
  done
  echo "$least"
}

# A machine that is busy for a while is asked again.
for _ in 1 2 3 4 5; do
  starts=$(best --version)
  most=$((16 * starts))
  [ "$most" -ge 50000 ] || most=50000
  took=$(best -c "$tmp/a.ini")
  echo "ended within $took us, of $most; starts in $starts us"
  [ "$took" -gt "$most" ] || break
  sleep 1
done
[ "$took" -le "$most" ] || fail "took $took us"
/usr/bin/time -f %M -o "$tmp/kib" \
  "$top_builddir/host/gkhost" -c "$tmp/a.ini" >/dev/null
echo "took $(cat "$tmp/kib") KiB"
[ "$(cat "$tmp/kib")" -le 20000 ] || fail "took $(cat "$tmp/kib") KiB"
