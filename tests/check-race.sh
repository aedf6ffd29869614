#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# gkhost check says of answers that are wrong from the first launch on that they differ
# from launch to launch, as by a race, and of no others.
source "${top_srcdir:-.}/tests/functions.sh" || exit

virtual_clock 10000
cat >"$tmp/races.c" <<'END'
#include <gkhost/copy.h>
#include <string.h>

static int
copies (const void *problem, unsigned spoil)
{
  const gk_copy *p = (const gk_copy *)problem;

  for (int64_t i = 0; i < p->rows; i++)
    memcpy ((char *)p->dst + i * p->dst_pitch,
            (const char *)p->src + i * p->src_pitch, (size_t)p->cols);
  *(unsigned char *)p->dst ^= (unsigned char)spoil;
  return GK_OK;
}

/* Each answer is another one. */
static int
races (const gk_host *host, const void *problem, void *state, void *stream)
{
  static unsigned n;

  (void)host, (void)state, (void)stream;
  return copies (problem, n = n % 255 + 1);
}

/* Always the same wrong one. */
static int
steady (const gk_host *host, const void *problem, void *state, void *stream)
{
  (void)host, (void)state, (void)stream;
  return copies (problem, 1);
}

/* To what the output holds. */
static int
adds (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = (const gk_copy *)problem;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->rows; i++)
    for (int64_t j = 0; j < p->cols; j++)
      ((unsigned char *)p->dst)[i * p->dst_pitch + j]
          += ((const unsigned char *)p->src)[i * p->src_pitch + j];
  return GK_OK;
}

#define ROW(n)                                                                 \
  { .family = "copy", .name = #n, .summary = "is wrong",                       \
    .dtypes = GK_BIT (GK_U8), .launch = n }
static const gk_variant variants[] = { ROW (races), ROW (steady), ROW (adds) };
GK_PLUGIN ("races", "1", "wrong answers", NULL, variants)
END
build_plugin races
export GKHOST_PLUGIN_PATH=$top_builddir/plugins/copy/.libs

# check_one VARIANT: of one size.
check_one ()
{
  expect_status 1 gkhost check "$tmp/races.so" --only "copy-4/$1" -s '*.dtype=u8' \
    -o "$tmp/run.jsonl"
  records "$tmp/run.jsonl" "variant=$1" status=wrong >"$tmp/record"
}
check_one races
expect_grep ' data): the answer differs from launch to launch, as by a race"' \
  "$tmp/record"
for variant in steady adds; do
  check_one "$variant"
  expect_grep 'should be' "$tmp/record"
  expect_no_grep 'differs from launch' "$tmp/record"
done
