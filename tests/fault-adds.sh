#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that adds to what its output holds is wrong, and the reason says so; of
# one that is wrong on zeros, too, it does not.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/adds.c" <<'END_OF_C'
#include <gkhost/copy.h>

static int
copy_plus (const gk_copy *p, int adds, int more)
{
  for (int64_t i = 0; i < p->rows; i++)
    for (int64_t j = 0; j < p->cols; j++) {
      int32_t *to = (int32_t *)p->dst + i * p->dst_pitch + j;

      *to = (int32_t)((adds ? (uint32_t)*to : 0) + (uint32_t)more
                      + (uint32_t)((const int32_t *)p->src)[i * p->src_pitch + j]);
    }
  return GK_OK;
}

static int
add (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)state, (void)stream;
  return copy_plus (problem, 1, 0);
}

static int
add_more (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)state, (void)stream;
  return copy_plus (problem, 1, 1);
}

static const gk_variant variants[] = {
  { .family = "copy", .name = "adds", .summary = "adds to its output",
    .dtypes = GK_BIT (GK_I32), .launch = add },
  { .family = "copy", .name = "adds-more", .summary = "and is wrong on zeros",
    .dtypes = GK_BIT (GK_I32), .launch = add_more },
};

GK_PLUGIN ("adds", "1", "variants that add", NULL, variants)
END_OF_C
build_plugin adds
printf '[copy]\nrows = 9\ncols = 9\ndtype = i32\nvariant = adds, adds-more\n' \
  >"$tmp/a.ini"
for word in '' --in-process; do
  expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" $word \
    -p "$top_builddir/plugins/copy/.libs/copy.so" -p "$tmp/adds.so"
  adds='on outputs that held zeros it is right: it adds to what an output holds'
  expect_equal "$(records "$tmp/run.jsonl" variant=adds status=wrong |
    grep -c "$adds")" 1
  records "$tmp/run.jsonl" variant=adds-more status=wrong >"$tmp/wrong"
  expect_grep reason "$tmp/wrong"
  expect_no_grep "$adds" "$tmp/wrong"
done
