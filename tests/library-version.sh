#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The record of a variant that has a library compute names that library, its
# version and its settings, whatever a plugin says; and a peer of another version
# is no control.
source "${top_srcdir:-.}/tests/functions.sh" || exit

# library VARIANT: what its record says; settings VARIANT: likewise.
library ()
{
  records "$tmp/run.jsonl" type=case "variant=$1" |
    sed -n 's/.*"'"${field-library}"'":"\(\([^"\\]\|\\.\)*\)".*/\1/p'
}
settings ()
{
  field=library_settings library "$1"
}

# The peers that come with it, and nothing of our own.
printf '[matmul-square]\nn = 8\ndtype = f32\nmax_time = 1ms
[copy]\nvariant = cpu-*\nrows = 8\ncols = 8\nmax_time = 1ms\n' >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -d cpu -o "$tmp/run.jsonl"
for variant in cpu-naive cpu-threads cpu-stream; do
  expect_equal "$(library $variant)" ''
done
if [ "$(count_records "$tmp/run.jsonl" variant=cpu-blas status=ok)" -eq 1 ]; then
  library cpu-blas >"$tmp/library"
  expect_grep '^OpenBLAS [0-9.]*[0-9]\|^lib.*\.so' "$tmp/library"
fi
if getconf GNU_LIBC_VERSION >"$tmp/libc" 2>/dev/null; then
  expect_equal "$(library cpu-memcpy)" "$(cat "$tmp/libc")"
fi

# Of what strangers say, a line of UTF-8 that is not long.
copy=(-p "$top_builddir/plugins/copy/.libs/copy.so"
  -p "$top_builddir/tests/plugins/.libs/libraries.so")
printf '[copy]\nvariant = %s\nrows = 8\ncols = 8\nmax_time = 1ms\n' \
  'peer, none, empty, endless, odd, settled, crash' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" "${copy[@]}"
expect_equal "$(count_records "$tmp/run.jsonl" type=case status=ok)" 6
expect_equal "$(library peer)" 'libpeer 1.0'
expect_equal "$(library none)$(library empty)" ''
expect_equal "$(library odd)" 'a [31m'
expect_equal "$(settings odd)" "b??c\\\"\\\\"
expect_equal "$(library settled)" 'libpeer 1.0'
expect_equal "$(settings settled)" 'by halves, workspace 1 MiB'
expect_equal "$(settings peer)$(settings endless)" ''
expect_equal "$(library endless)" "$(printf 'ä%.0s' {1..63})?"
records "$tmp/run.jsonl" variant=crash status=crashed >"$tmp/record"
expect_grep '"reason":"[^"]* in library' "$tmp/record"
gkhost report "$tmp/run.jsonl" --format csv >"$tmp/csv"
expect_grep '^case,.*,library,' "$tmp/csv"
expect_grep '^0,copy,.*,libpeer 1.0,' "$tmp/csv"

# A peer of another version tells nothing of what else changed.
sed -i 's/^variant.*/variant = peer, none\nrounds = 4/' "$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/old.jsonl" "${copy[@]}"
sed 's/libpeer 1.0/libpeer 1.1/' "$tmp/old.jsonl" >"$tmp/new.jsonl"
sed 's/"library":"libpeer 1.0",//' "$tmp/old.jsonl" >"$tmp/older.jsonl"
compare ()
{
  expect_status "$1" gkhost compare "$tmp/$2.jsonl" "$tmp/$3.jsonl" "${@:4}"
}
compare 2 old new
expect_grep '^gkhost: the peer copy/peer was libpeer 1.0 in .*old.jsonl and is libpeer 1.1 in .*new.jsonl, another library version.*--across$'
compare 0 old new --across
expect_no_grep control "$tmp/out"
for same in old older; do
  compare 0 $same old
  expect_grep '^peer.*control' "$tmp/out"
done
