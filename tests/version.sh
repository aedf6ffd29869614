#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# --version tells the version alone in its first line, and below it what this
# gkhost was made from and with, as the records of a run have it.
source "${top_srcdir:-.}/tests/functions.sh" || exit

expect_status 0 gkhost --version
cp "$tmp/out" "$tmp/told"
expect_equal "$(sed -n 1p "$tmp/told")" \
  "gkhost $(sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' "$top_builddir/config.h")"

printf '[copy]\nrows = 3\ncols = 4\nvariant = cpu-memcpy\nmax_time = 0\n' \
  >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/copy/.libs/copy.so"
for field in commit compiler flags; do
  value=$(sed -n "1s/.*\"made\":{[^}]*\"$field\":\"\([^\"]*\)\".*/\1/p" \
    "$tmp/run.jsonl")
  # A tarball of no checkout has no commit.
  expect_equal "$(sed -n "s/^$field  *//p" "$tmp/told")" "${value:-not known}"
done

toolkit=$(sed -n 's/^toolkit  *//p' "$tmp/told")
if grep -q '^#define GKHOST_CUDA 1' "$top_builddir/config.h"; then
  [[ $toolkit =~ ^CUDA\ [0-9]+\.[0-9]+\ for\  ]] || fail "toolkit is '$toolkit'"
else
  expect_equal "$toolkit" "no CUDA"
fi
expect_grep "^plugins  *ABI $(sed -n 's/^#define GK_ABI //p' \
  "$top_srcdir/include/gkhost/plugin.h"), in /" "$tmp/told"
