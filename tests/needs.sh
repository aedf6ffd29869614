#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Where what it needs of the system is not there, gkhost names that, runs
# nothing and ends with 3; reports need none of it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# The leak detector needs files of its own at the end.
requires_unsanitized
printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
copy=$top_builddir/plugins/copy/.libs/copy.so
program=$top_builddir/host/gkhost
"$program" -c "$tmp/a.ini" -p "$copy" -o "$tmp/whole.jsonl" >"$tmp/out"

# limited OPTION VALUE: a run under this limit, by ulimit.
limited ()
{
  (
    ulimit "$1" "$2"
    exec "$program" -c "$tmp/a.ini" -p "$copy"
  )
}

# As many files as are asked for are enough; fewer are named.
expect_status 0 limited -n 64
for files in 63 20 6; do
  expect_status 3 limited -n "$files"
  expect_grep "^gkhost: only $files files may be open at once, and 64 are needed: raise it, by ulimit -n 64"
done

# A stack that is too small for what plugins call is named, too.
expect_status 0 limited -s 256
for kib in 255 64 32; do
  expect_status 3 limited -s "$kib"
  expect_grep "^gkhost: the stack may have only $kib KiB, and 256 are needed: raise it, by ulimit -s 256"
done

# And so few processes: that limit counts all of the user's, but for root's.
if [ "$(id -u)" -ne 0 ]; then
  for processes in 1 2 3 4 5 6; do
    expect_status 3 limited -u "$processes"
    expect_grep '^gkhost: no process can be started, beyond [0-9]* of the [0-9]* that are needed: Resource temporarily unavailable: raise the limit, by ulimit -u [0-9]*, or end other processes'
  done
fi

# bare FOLDER...: gkhost where these folders are empty.
# shellcheck disable=SC2016
bare ()
{
  unshare -rm bash -c '
    for folder in $0; do
      mount -t tmpfs none "$folder" || exit 9
    done
    exec "$@"' "$@"
}
unshare -rm bash -c 'mount -t tmpfs none /proc && mount -t tmpfs none /dev' \
  2>/dev/null || skip 'needs mounts of its own, by unshare'

expect_status 3 bare /proc "$program" -c "$tmp/a.ini" -p "$copy"
expect_grep '^gkhost: /proc/self/exe can.t be opened: No such file or directory: mount /proc'
expect_status 3 bare /dev "$program" -c "$tmp/a.ini" -p "$copy"
expect_grep '^gkhost: /dev/null can.t be opened: No such file or directory'
expect_status 3 bare '/proc /dev' "$program" list
expect_equal "$(wc -l <"$tmp/err")" 2
expect_status 0 bare '/proc /dev' "$program" report "$tmp/whole.jsonl"

# A descriptor that is closed needs /dev/null in its place.
closed ()
{
  bare /dev "$program" report "$tmp/whole.jsonl" <&-
}
expect_status 3 closed
