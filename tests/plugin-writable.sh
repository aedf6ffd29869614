#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Root is warned of a plugin, or a folder above one, that others can change, once for
# each; an ordinary user is not.  A program with rights that its caller lacks ends
# before it loads anything.
source "${top_srcdir:-.}/tests/functions.sh" || exit

printf '[copy]\nrows = 4\ncols = 4\nvariant = cpu-memcpy\n' >"$tmp/a.ini"
mkdir "$tmp/plugins" "$tmp/plugins/own"
plugin=$tmp/plugins/own/copy.so
cp "$top_builddir/plugins/copy/.libs/copy.so" "$plugin"
chmod 755 "$tmp/plugins" "$tmp/plugins/own" "$plugin"

# run STATUS PROGRAM: runs the copied plugin.
run ()
{
  expect_status "$1" "$2" -c "$tmp/a.ini" -p "$plugin"
}

# expect_warning PATH WHO: root, and no one else, is warned of that once.
expect_warning ()
{
  run 0 gkhost
  if [ "$(id -u)" -ne 0 ]; then
    expect_no_grep 'can change'
  else
    expect_grep "^gkhost: $2 can change $1, and root loads a plugin from there: chown"
    expect_equal "$(grep -c 'can change' "$tmp/err")" 1
  fi
}

# The folders above $tmp are the machine's.
run 0 gkhost
! grep 'can change' "$tmp/err" || skip "others can change folders above $tmp"
chmod o+w "$plugin"
expect_warning "$plugin" 'all users'
chmod 775 "$tmp/plugins"
expect_warning "$tmp/plugins" "group $(id -g)"
cp "$plugin" "$tmp/plugins/own/copy-too.so"
chmod 777 "$tmp/plugins/own" "$tmp/plugins"
expect_warning "$tmp/plugins" 'all users'
# Only owners can replace what is in such a folder, as in /tmp.
chmod 1777 "$tmp/plugins" "$tmp/plugins/own"
chmod 755 "$plugin"
run 0 gkhost
expect_no_grep 'can change'

[ "$(id -u)" -eq 0 ] || skip 'the rest needs root'
# Root is not warned of the program's owner.
other=65533
[ "$(stat -c %u "$top_builddir/host/gkhost")" != "$other" ] || other=65534
chown "$other" "$tmp/plugins"
expect_warning "$tmp/plugins" "user $other"

# Another owner's program that is setuid: only a caller who is not that owner sees
# it, and only where the file system permits it.
requires setpriv --version
cp "$top_builddir/host/gkhost" "$tmp/program"
chmod 755 "$tmp"
chmod 4755 "$tmp/program"
as_other=(setpriv --reuid=65534 --regid=65534 --clear-groups)
cp "$(command -v id)" "$tmp/id"
chmod 4755 "$tmp/id"
[ "$("${as_other[@]}" "$tmp/id" -u)" = 0 ] || skip "no program in $tmp is setuid"
expect_status 2 "${as_other[@]}" "$tmp/program" --help
expect_grep '^gkhost: it was started with more rights than its caller has'
[ ! -s "$tmp/out" ] || fail 'it did more'
expect_status 2 "${as_other[@]}" "$tmp/program" -c "$tmp/a.ini" -p "$plugin"
chmod 755 "$tmp/program"
expect_status 0 "${as_other[@]}" "$tmp/program" --help
