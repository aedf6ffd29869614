/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the CPU variants have in common: a result is computed part by part, and
 * parts are combined.  A part is a float for f32 and bf16, a double for f64,
 * and an integer of 64 bits for i32 and i64.
 */
#ifndef REDUCE_PART_H
#define REDUCE_PART_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/family-elements.h>
#include <gkhost/reduce.h>

typedef union reduce_part {
  float f32;
  double f64;
  int64_t integer;
} reduce_part;

/* Reduces n elements that follow each other, at least one, to a part. */
typedef reduce_part reduce_run (const gk_reduce *p, const void *first,
                                int64_t n);

/* One element after the other, in one sum. */
reduce_run reduce_run_plain;
/* By vectors: as many sums as a register has elements, and several registers.
 */
reduce_run reduce_run_vectors;

static inline const void *
reduce_element (const gk_reduce *p, int64_t row, int64_t col)
{
  return (const char *)p->src
         + (row * p->cols + col) * (int64_t)gk_element_bytes (p->dtype);
}

static inline reduce_part
reduce_join (const gk_reduce *p, reduce_part a, reduce_part b)
{
  const bool sum = p->op == GK_REDUCE_SUM, min = p->op == GK_REDUCE_MIN;
  reduce_part r;

  if (gk_is_integer (p->dtype))
    r.integer = sum   ? (int64_t)((uint64_t)a.integer + (uint64_t)b.integer)
                : min ? (b.integer < a.integer ? b.integer : a.integer)
                      : (b.integer > a.integer ? b.integer : a.integer);
  else if (p->dtype == GK_F64)
    r.f64 = sum   ? a.f64 + b.f64
            : min ? (b.f64 < a.f64 ? b.f64 : a.f64)
                  : (b.f64 > a.f64 ? b.f64 : a.f64);
  else
    r.f32 = sum   ? a.f32 + b.f32
            : min ? (b.f32 < a.f32 ? b.f32 : a.f32)
                  : (b.f32 > a.f32 ? b.f32 : a.f32);
  return r;
}

static inline void
reduce_store (const gk_reduce *p, int64_t row, reduce_part r)
{
  if (gk_is_integer (p->result))
    gk_put_integer (p->result, p->dst, row, (uint64_t)r.integer);
  else
    gk_put_number (p->result, p->dst, row,
                   p->dtype == GK_F64 ? r.f64 : (double)r.f32);
}

#endif /* REDUCE_PART_H */
