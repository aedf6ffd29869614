#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The supervisor loads no plugin and opens no device: all of its objects link
# to a program without the worker's, and none of them can open a shared object.
source "${top_srcdir:-.}/tests/functions.sh" || exit

archive=$top_builddir/host/libsupervisor.a
[ -f "$archive" ] || fail "$archive is not there"

# What the build was configured with: instrumented objects need its run time.
build_flags=$(sed -n 's/^\(SANITIZER\|COVERAGE\)_CFLAGS = *//p' \
  "$top_builddir/Makefile" | tr '\n' ' ')
libraries=$(sed -n 's/^\(JANSSON\|INIH\|M\|PTHREAD\)_LIBS = *//p' \
  "$top_builddir/Makefile" | tr '\n' ' ')

# The program's main is the only object that knows both sides; this one knows
# neither.
echo 'int main (void) { return 0; }' >"$tmp/main.c"
# shellcheck disable=SC2086
$CC $build_flags -c -o "$tmp/main.o" "$tmp/main.c"
# shellcheck disable=SC2086
$CC $build_flags -o "$tmp/supervisor" "$tmp/main.o" \
  "-Wl,--whole-archive,$archive,--no-whole-archive" $libraries \
  >"$tmp/link" 2>&1 || {
  grep 'undefined reference' "$tmp/link" >&2 || cat "$tmp/link" >&2
  fail "the supervisor needs what only a worker has (see the lists in host/local.mk)"
}

for symbol in dlopen dlmopen; do
  nm -A -u "$archive" | grep -w "$symbol" >"$tmp/opens" || continue
  cat "$tmp/opens" >&2
  fail "the supervisor has a reference to $symbol"
done

# What only a worker may have is not made the supervisor's to have it link.
awk '/^[^\t#]/ { mine = /^host_libsupervisor_a_SOURCES/ } mine { print $1 }' \
  "$top_srcdir/host/local.mk" >"$tmp/sources"
expect_grep '^host/run/supervisor\.c$' "$tmp/sources"
expect_no_grep '^host/bench/.*\.c$' "$tmp/sources"
expect_no_grep '^host/device/.*/' "$tmp/sources"
expect_no_grep '^host/plugin/\(loader\|services\)\.c$' "$tmp/sources"
expect_no_grep '^host/run/\(worker\|dispatch\)\.c$' "$tmp/sources"

# Nor does what runs kernels know of reports, which only the commands use.
expect_no_grep '^\(report\|host/command\)/' "$tmp/sources"
