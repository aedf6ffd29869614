#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A file that is not there, is no plugin of this ABI, or that the dynamic linker would
# refuse, or die of, is refused with what is wrong with it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

copy=$top_builddir/plugins/copy/.libs/copy.so
# refused FILE WHY
refused ()
{
  expect_status 2 with_plugin "$1"
  expect_grep "${1##*/}: $2"
}

refused "$tmp/none" 'No such file or directory; -p takes a plugin'
refused "$tmp/none.so" 'No such file'
# What named it is what is blamed.
expect_status 2 env GKHOST_PLUGIN_PATH="$tmp/none" "$top_builddir/host/gkhost" list
expect_grep "^gkhost: $tmp/none: No such file or directory; GKHOST_PLUGIN_PATH takes"

echo 'hello' >"$tmp/text.so"
refused "$tmp/text.so" 'it is not a shared object'
refused "$top_builddir/tests/plugins/.libs/no-plugin.so" \
  'it is not a gkhost plugin: it does not export'
refused "$top_builddir/tests/plugins/.libs/other-abi.so" \
  'it was built for plugin ABI 2, and this gkhost has 1'
mkfifo "$tmp/fifo.so"
refused "$tmp/fifo.so" 'it is not a regular file'
head -c 4000 "$copy" >"$tmp/cut.so"
refused "$tmp/cut.so" 'it is truncated or damaged'

mkdir "$tmp/folder" "$tmp/plugins"
ln -s "$tmp/nowhere" "$tmp/plugins/dangling.so"
refused "$tmp/plugins/dangling.so" 'No such file'

# byte AT: one of the file's.
byte ()
{
  od -An -tu1 -j "$1" -N 1 "$copy" | tr -d ' '
}

# A field of the header: its offset, its two bytes, the lower first, and what is
# said.
altered ()
{
  local bytes=$2$3

  [ "$(byte 5)" -eq 1 ] || bytes=$3$2
  cp "$copy" "$tmp/altered.so"
  # shellcheck disable=SC2059
  printf "$bytes" |
    dd of="$tmp/altered.so" bs=1 seek="$1" conv=notrunc 2>/dev/null
  refused "$tmp/altered.so" "$4"
}
# How long an entry of the table of segments is.
[ "$(byte 4)" -eq 2 ] && entry=54 || entry=42
altered 18 '\377' '\177' 'it is built for another kind of machine'
altered 16 '\001' '\000' 'it is not a shared object; link it with -shared'
altered "$entry" '\001' '\000' 'it is truncated or damaged'

echo 'void *no_such_function (void); void *gk_plugin_entry (void);
void *gk_plugin_entry (void) { return no_such_function (); }' \
  >"$tmp/undefined.c"
$CC -shared -fPIC -o "$tmp/undefined.so" "$tmp/undefined.c" -Wl,-z,now
refused "$tmp/undefined.so" "it can't be loaded: .*no_such_function"

# A folder that can't be read is named; root reads all.
if [ "$(id -u)" -ne 0 ]; then
  chmod 000 "$tmp/folder"
  expect_status 2 with_plugin "$tmp/folder"
  expect_grep "folder: Permission denied"
  cp "$copy" "$tmp/secret.so"
  chmod 000 "$tmp/secret.so"
  refused "$tmp/secret.so" 'Permission denied'
fi
