/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <string.h>

#include "probe.h"

bool
probe_transposed (const gk_transpose *p, const void *dst)
{
  const int64_t row[] = { 0, p->rows / 2, p->rows - 1 };
  const int64_t col[] = { 0, p->cols / 2, p->cols - 1 };
  const uint32_t *from = p->src, *to = dst;

  for (int i = 0; i < 3; i++)
    if (to[col[i] * p->dst_pitch + row[i]]
        != from[row[i] * p->src_pitch + col[i]])
      return false;
  return true;
}

static bool
close_to (double value, double right, double bound)
{
  return fabs (value - right) <= 1e-5 * bound;
}

bool
probe_product (const gk_matmul *p, const void *c)
{
  const int64_t row = (p->m - 1) * p->lda, at = (p->m - 1) * p->ldc + p->k - 1;
  const double n = (double)p->n;
  uint32_t word = 0;
  double sum = 0;

  for (int64_t l = 0; l < p->n; l++) {
    const int64_t b = l * p->ldb + p->k - 1;

    if (p->dtype == GK_I32)
      word += ((const uint32_t *)p->a)[row + l] * ((const uint32_t *)p->b)[b];
    else if (p->dtype == GK_F32)
      sum += (double)((const float *)p->a)[row + l] * ((const float *)p->b)[b];
    else
      sum += ((const double *)p->a)[row + l] * ((const double *)p->b)[b];
  }
  if (p->dtype == GK_I32)
    return ((const uint32_t *)c)[at] == word;
  if (p->dtype == GK_F32)
    return close_to ((double)((const float *)c)[at], sum, n);
  return close_to (((const double *)c)[at], sum, n);
}

uint64_t
probe_words (const void *memory, size_t bytes)
{
  const size_t step = bytes / 64 / 8 * 8 + 8;
  uint64_t sum = bytes, word;

  for (size_t at = 0; at + sizeof word <= bytes; at += step) {
    memcpy (&word, (const char *)memory + at, sizeof word);
    sum = (sum ^ word) * UINT64_C (0x9e3779b97f4a7c15);
    sum ^= sum >> 29;
  }
  return sum;
}
