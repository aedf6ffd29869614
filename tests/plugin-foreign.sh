#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A report says which families are not gkhost's own, and marks baselines and peers
# that are not, whatever their plugins call themselves; records have the files.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/rival.c" <<'END_OF_C'
#include <gkhost/copy.h>

static int
launch (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;

  for (int64_t i = 0; i < p->rows; i++)
    for (int64_t j = 0; j < p->cols; j++)
      ((float *)p->dst)[i * p->dst_pitch + j]
          = ((const float *)p->src)[i * p->src_pitch + j];
  return GK_OK;
}

#define VARIANT(variant, bits)                                                 \
  { .family = "copy", .name = variant, .summary = "copies by a loop",          \
    .device = GK_CPU, .dtypes = GK_BIT (GK_F32), .flags = bits,                \
    .launch = launch }

static const gk_variant variants[]
    = { VARIANT ("cpu-memcpy", GK_PEER), VARIANT ("plain", 0) };

GK_PLUGIN ("rival", "9", "variants that look like others", NULL, variants)
END_OF_C
build_plugin rival

# run ARG...: the table is in $tmp/out.
run ()
{
  printf '[copy]\nrows = 40\ncols = 40\nvariant = cpu-memcpy, cpu-stream, plain?\n%s\n' \
    'max_samples = 5' | sed "s/plain?/${plain-cpu-threads}/" >"$tmp/copy.ini"
  expect_status 0 gkhost -c "$tmp/copy.ini" -o "$tmp/run.jsonl" "$@"
  cp "$tmp/out" "$tmp/table"
}

run
expect_no_grep '[a-z*]? \|not gkhost' "$tmp/table"
expect_equal "$(grep -o '"own":[a-z]*' "$tmp/run.jsonl" | sort -u)" '"own":true'
hash=$(sha256sum "$top_builddir/plugins/copy/.libs/copy.so")
expect_grep "\"name\":\"copy\",.*\"hash\":\"sha256:${hash%% *}\",\"family\":\"copy\"" \
  "$tmp/run.jsonl"
expect_equal "$(grep -c '"libraries":\[.*/copy.so"' "$tmp/run.jsonl")" 3

# The peer and the baseline of another; its other variants are no one's measure.
plain=plain run -p "+$tmp/rival.so"
expect_grep '^cpu-memcpy\*? ' "$tmp/table"
expect_grep '^plain ' "$tmp/table"
expect_grep '^?  a baseline or peer of a plugin that is not gkhost.s own$' "$tmp/table"
expect_equal "$(grep -c '"libraries":\[.*/rival.so"' "$tmp/run.jsonl")" 2
plain=plain run -p "+$tmp/rival.so" -s copy.baseline=plain
expect_grep '^plain? .* baseline ' "$tmp/table"
expect_no_grep 'judged by' "$tmp/table"

# A family by the name of gkhost's, in a file by that name: the folder tells.
mkdir "$tmp/plugins"
cp "$top_builddir/plugins/copy/.libs/copy.so" "$tmp/plugins"
run -p "$tmp/plugins"
tr '\n' ' ' <"$tmp/table" | tr -s ' ' >"$tmp/line"
expect_grep "judged by families that are not gkhost's own: copy ($tmp/plugins/copy.so)" \
  "$tmp/line"
expect_grep '^cpu-memcpy\*? ' "$tmp/table"
gkhost report "$tmp/run.jsonl" --format markdown >"$tmp/page"
expect_grep "judged by families that are not gkhost's own: copy" "$tmp/page"

# Records of older programs say nothing of it.
sed 's/,"own":false//' "$tmp/run.jsonl" >"$tmp/older.jsonl"
expect_no_grep 'judged by\|[a-z*]? ' <(gkhost report "$tmp/older.jsonl")
