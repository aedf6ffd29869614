/* gkhost/reduce.h: the problem of the family reduce.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * dst[i] is the sum, the least or the greatest of row i of src, for i < rows.
 * Sums of integers are modulo 2^32 or 2^64; elements of bf16 give a result of f32,
 * all others one of their own type.  Floats may be added in any order.  What a row
 * with a NaN gives is undefined.
 */
#ifndef GKHOST_REDUCE_H
#define GKHOST_REDUCE_H

#include <gkhost/plugin.h>

typedef uint32_t gk_reduce_op;
enum {
  GK_REDUCE_SUM = 0,
  GK_REDUCE_MIN = 1,
  GK_REDUCE_MAX = 2
};

typedef struct gk_reduce {
  uint32_t size;      /* sizeof (gk_reduce) where the family was compiled */
  gk_dtype dtype;     /* of src: GK_I32, GK_I64, GK_F32, GK_F64 or GK_BF16 */
  gk_dtype result;    /* of dst: the same, or GK_F32 for GK_BF16 */
  gk_reduce_op op;
  const void *src;    /* device address, set by the host; 256-byte aligned;
                         rows follow each other without padding */
  void *dst;          /* likewise; one element for each row */
  int64_t rows, cols; /* at least 1 */
} gk_reduce;

#endif /* GKHOST_REDUCE_H */
