#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A variant that adds to what its output holds, or multiplies it by 0, is wrong, and
# the reason says so; of one that is wrong on zeros, too, or that writes zeros to
# padding, it does not.
source "${top_srcdir:-.}/tests/functions.sh" || exit

cat >"$tmp/adds.c" <<'END_OF_C'
#include <gkhost/copy.h>
#include <gkhost/matmul.h>

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

/* Zeros behind each row. */
static int
pad (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_copy *p = problem;

  (void)host, (void)state, (void)stream;
  copy_plus (p, 0, 0);
  for (int64_t i = 0; i < p->rows; i++)
    ((int32_t *)p->dst)[i * p->dst_pitch + p->cols] = 0;
  return GK_OK;
}

/* C = A B + 0 C, dense and by rows. */
static int
multiply (const gk_host *host, const void *problem, void *state, void *stream)
{
  const gk_matmul *p = problem;
  const float *a = p->a, *b = p->b;
  static volatile float beta;
  float *c = p->c;

  (void)host, (void)state, (void)stream;
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->k; j++) {
      float sum = 0;

      for (int64_t l = 0; l < p->n; l++)
        sum += a[i * p->lda + l] * b[l * p->ldb + j];
      c[i * p->ldc + j] = sum + beta * c[i * p->ldc + j];
    }
  return GK_OK;
}

static const gk_variant variants[] = {
  { .family = "matmul-square", .name = "multiplies", .summary = "beta = 0",
    .dtypes = GK_BIT (GK_F32), .layouts = GK_BIT (GK_ROW_MAJOR),
    .launch = multiply },
  { .family = "copy", .name = "adds", .summary = "adds to its output",
    .dtypes = GK_BIT (GK_I32), .launch = add },
  { .family = "copy", .name = "adds-more", .summary = "and is wrong on zeros",
    .dtypes = GK_BIT (GK_I32), .launch = add_more },
  { .family = "copy", .name = "pads", .summary = "writes zeros to padding",
    .dtypes = GK_BIT (GK_I32), .launch = pad },
};

GK_PLUGIN ("adds", "1", "variants that add", NULL, variants)
END_OF_C
build_plugin adds
printf '[copy]\nrows = 9\ncols = 9\ndtype = i32\npad = 3\nvariant = adds, adds-more, pads\n' \
  >"$tmp/a.ini"
for word in '' --in-process; do
  expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" $word \
    -p "$top_builddir/plugins/copy/.libs/copy.so" -p "$tmp/adds.so"
  adds='on outputs that held zeros it is right: it adds to what an output holds'
  expect_equal "$(records "$tmp/run.jsonl" variant=adds status=wrong |
    grep -c "$adds")" 1
  for other in adds-more pads; do
    records "$tmp/run.jsonl" "variant=$other" status=wrong >"$tmp/wrong"
    expect_grep reason "$tmp/wrong"
    expect_no_grep "$adds" "$tmp/wrong"
  done
  expect_grep 'the padding behind a row of 9 elements was written' "$tmp/wrong"
done

printf '[matmul-square]\nn = 9\ndtype = f32\nvariant = multiplies\n' >"$tmp/a.ini"
expect_status 1 gkhost -c "$tmp/a.ini" -o "$tmp/run.jsonl" \
  -p "$top_builddir/plugins/matmul-square/.libs/matmul-square.so" \
  -p "$tmp/adds.so"
expect_grep 'on outputs that held NaN alone it is wrong: it multiplies what an output holds' \
  "$tmp/run.jsonl"
