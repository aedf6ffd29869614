#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Copies, scaled arrays, sums, triads and dots are right: each variant, with each
# type and operation, at sizes that break words and blocks, and on each kind of
# data; on a GPU, too, where there is one.
source "${top_srcdir:-.}/tests/functions.sh" || exit
plugins_of stream

# Some of the types will do but in .ci/nightly.
few=()
all_trials || few=(-s 'few.n=1, 17' -s 'some.n=1025' -s 'some.dtype=i32, f32'
  -s 'many.n=1200001' -s 'many.dtype=f64' -s 'many.op=triad, dot' -s 'whole.dtype=f64, bf16'
  -s 'whole.op=add')
expect_status 0 gkhost -c "$top_srcdir/tests/stream.ini" "${few[@]}" \
  -o "$tmp/run.jsonl"
expect_grep '"failed":0,"crashed":0,"timeout":0' "$tmp/run.jsonl"
[ "$(count_records "$tmp/run.jsonl" status=ok)" -gt 180 ] || fail 'too few ran'

# A dot has nothing to stream.
printf '[stream]\nvariant = cpu-stream\nn = 9\nop = dot\n' >"$tmp/dot.ini"
expect_status 0 gkhost -c "$tmp/dot.ini"
expect_grep 'a dot stores nothing to speak of' "$tmp/out"

# A last place is not given away: what is computed with numbers of eight bits
# less, or with a product of 24 bits in f64, is wrong.
cat >"$tmp/rough.c" <<'CODE'
#include <gkhost/stream.h>
static int launch (const gk_host *host, const void *problem, void *state,
                   void *stream)
{
  const gk_stream *p = problem;
  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->n; i++)
    if (p->dtype == GK_F32) {
      const float x = 3 * ((const float *)p->x)[i];
      ((float *)p->dst)[i] = x + x * 0x1.8p-22F;
    } else
      ((double *)p->dst)[i] = (float)(3 * ((const double *)p->x)[i]);
  return GK_OK;
}
static const gk_variant variants[] = { { .family = "stream", .name = "rough",
  .summary = "rounds twice", .dtypes = GK_BIT (GK_F32) | GK_BIT (GK_F64),
  .launch = launch } };
GK_PLUGIN ("rough", "1", "rounds twice", NULL, variants)
CODE
build_plugin rough
printf '[stream]\nvariant = rough\nn = 999\nop = scale\ndtype = f32, f64\n' \
  >"$tmp/rough.ini"
expect_status 1 gkhost -c "$tmp/rough.ini" -p "+$tmp/rough.so" -o "$tmp/rough.jsonl"
expect_equal "$(count_records "$tmp/rough.jsonl" status=wrong)" 2
