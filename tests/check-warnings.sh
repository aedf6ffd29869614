#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check warns of what a plugin can hardly mean: a type's number for a set
# of types, and work that no run can have.  None of it makes it unsound.
source "${top_srcdir:-.}/tests/functions.sh" || exit

export GKHOST_PLUGIN_PATH=$top_builddir/plugins/copy/.libs
doubtful=$top_builddir/tests/plugins/.libs/doubtful.so
# warns VARIANT PATTERN...: of that one variant, in as many lines.
warns ()
{
  expect_status 0 gkhost check "$doubtful" --only "*/$1"
  expect_grep 'doubtful.so: sound: [0-9]* case' "$tmp/out"
  # In one line each.
  sed -e ':a' -e 'N;s/\n  */ /;ta' -e 'P;D' "$tmp/out" >"$tmp/joined"
  shift
  for pattern; do
    expect_grep "^warning: $pattern" "$tmp/joined"
  done
  # That of the mask comes whatever runs.
  expect_equal "$(grep -c ^warning: "$tmp/joined")" "$#"
}

mask='variant number accepts the types i16, i32, not all of which doubtful has: .dtypes = GK_F32 is no set; write GK_BIT (GK_F32)$'
nothing='family doubtful reports no bytes and no operations'
much='family doubtful reports over 1e+30 operations'
bytes='family doubtful reports more bytes to move than all of its buffers have'
warns plain "$mask" "$nothing" "$much" "$bytes"
warns set "$mask" "$much"
warns number "$mask" "$nothing"
warns heavy "$mask" "$nothing" "$much" \
  'variant heavy reports over 1e+30 operations'

# Where there is nothing to warn of.
expect_status 0 gkhost check "$top_builddir/plugins/copy/.libs/copy.so" \
  --only 'copy-[12]/cpu-memcpy'
expect_no_grep warning "$tmp/out"
