#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A softmax that adds a row of 1024 one number after the other, in f32, is right:
# behind a power of 1 all small ones lack up to half a unit, and none makes up
# for another.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/in-order.c" <<'CODE'
#include <math.h>
#include <gkhost/softmax.h>
static int launch (const gk_host *host, const void *problem, void *state,
                   void *stream)
{
  const gk_softmax *p = problem;
  float *dst = p->dst;
  (void)host, (void)state, (void)stream;
  for (int64_t row = 0; row < p->rows; row++) {
    const float *src = (const float *)p->src + row * p->cols;
    float most = src[0], sum = 0;
    for (int64_t i = 1; i < p->cols; i++)
      most = src[i] > most ? src[i] : most;
    for (int64_t i = 0; i < p->cols; i++)
      sum += expf (src[i] - most);
    for (int64_t i = 0; i < p->cols; i++)
      dst[row * p->cols + i] = expf (src[i] - most) / sum;
  }
  return GK_OK;
}
static const gk_variant variants[] = { { .family = "softmax", .name = "in-order",
  .summary = "as C says it", .dtypes = GK_BIT (GK_F32), .launch = launch } };
GK_PLUGIN ("in-order", "1", "as C says it", NULL, variants)
CODE
CC="$CC -Wl,--no-as-needed -lm" build_plugin in-order
for data in random graded heavy; do
  for seed in {1..5}; do
    printf '[%s-%s]\nfamily = softmax\nvariant = in-order\n' "$data" "$seed"
    printf 'rows = 64\ncols = 1024\nmax_samples = 10\nmax_time = 5\n'
    printf 'data = %s\nseed = %s\n\n' "$data" "$seed"
  done
done >"$tmp/a.ini"
expect_status 0 gkhost -c "$tmp/a.ini" -p "+$tmp/in-order.so" -o "$tmp/a.jsonl"
expect_equal "$(count_records "$tmp/a.jsonl" type=case status=ok)" 15
