/* gkhost/matmul.h: the problem of the families matmul-square and matmul-rect.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * C = A * B with A of m x n, B of n x k, and C of m x k elements.  (n is the
 * inner dimension.)  In matmul-square, m = n = k.  Integer arithmetic is modulo
 * 2^32, in C's type where that is wider than A's and B's.
 *
 * dtype is GK_I32, GK_F32 or GK_F64; GK_I8 or GK_U8, with sums of 32 bits;
 * GK_F16 or GK_BF16, with sums in f32 that are rounded to C's type at last (a
 * variant that adds in fewer bits says so by its precision); or GK_TF32.
 *
 * All three have one layout, but for variants that take GK_TN, GK_NT or GK_TT:
 * one that does not may read layout_a alone.
 */
#ifndef GKHOST_MATMUL_H
#define GKHOST_MATMUL_H

#include <gkhost/plugin.h>

typedef struct gk_matmul {
  uint32_t size;      /* sizeof (gk_matmul) as the family knows it */
  gk_dtype dtype;     /* of A and B */
  gk_dtype dtype_c;   /* of C: GK_I32 where A and B are GK_I8 or GK_U8, GK_F32
                         where they are GK_TF32, else the same */
  gk_layout layout_a, layout_b, layout_c;
  const void *a, *b;  /* device addresses, set by the host; 256-byte aligned */
  void *c;            /* every element is to be written, the padding is not */
  int64_t m, n, k;    /* at least 1 */
  int64_t lda, ldb, ldc; /* leading dimensions in elements: from one row to the
                            next (row-major) or one column to the next
                            (column-major); at least the row's or column's
                            length */
} gk_matmul;

#endif /* GKHOST_MATMUL_H */
