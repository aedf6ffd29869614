/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Scans and adds runs, by a function for each type.
 */
#include <config.h>

#include <stdbool.h>

#include "matmul/clones.h"
#include "run.h"

/* The compiler would export what is cloned, unless it is static. */
#define RUN(type)                                                              \
  static type run_##type (bool exclusive, const type *src, type *dst,          \
                          int64_t n, type before)                              \
  {                                                                            \
    type sum = 0;                                                              \
                                                                               \
    if (exclusive)                                                             \
      for (int64_t i = 0; i < n; i++) {                                        \
        const type x = src[i];                                                 \
                                                                               \
        dst[i] = before + sum;                                                 \
        sum += x;                                                              \
      }                                                                        \
    else                                                                       \
      for (int64_t i = 0; i < n; i++) {                                        \
        sum += src[i];                                                         \
        dst[i] = before + sum;                                                 \
      }                                                                        \
    return sum;                                                                \
  }                                                                            \
                                                                               \
  MATMUL_CLONES static type add_##type (const type *src, int64_t n)            \
  {                                                                            \
    type sum = 0;                                                              \
                                                                               \
    _Pragma ("omp simd reduction(+ : sum)") for (int64_t i = 0; i < n; i++)    \
        sum                                                                    \
        += src[i];                                                             \
    return sum;                                                                \
  }

RUN (uint32_t)
RUN (uint64_t)
RUN (float)

scan_sum
scan_run (const gk_scan *p, int64_t begin, int64_t n, scan_sum before)
{
  const bool exclusive = p->form == GK_SCAN_EXCLUSIVE;

  switch (p->dtype) {
  case GK_I32:
    return (scan_sum){ .integer = run_uint32_t (
                           exclusive, (const uint32_t *)p->src + begin,
                           (uint32_t *)p->dst + begin, n,
                           (uint32_t)before.integer) };
  case GK_I64:
    return (scan_sum){ .integer = run_uint64_t (
                           exclusive, (const uint64_t *)p->src + begin,
                           (uint64_t *)p->dst + begin, n, before.integer) };
  default:
    return (scan_sum){ .f32
                       = run_float (exclusive, (const float *)p->src + begin,
                                    (float *)p->dst + begin, n, before.f32) };
  }
}

scan_sum
scan_add_run (const gk_scan *p, int64_t begin, int64_t n)
{
  switch (p->dtype) {
  case GK_I32:
    return (scan_sum){ .integer
                       = add_uint32_t ((const uint32_t *)p->src + begin, n) };
  case GK_I64:
    return (scan_sum){ .integer
                       = add_uint64_t ((const uint64_t *)p->src + begin, n) };
  default:
    return (scan_sum){ .f32 = add_float ((const float *)p->src + begin, n) };
  }
}
