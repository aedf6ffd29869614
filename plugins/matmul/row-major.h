/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Converts every problem to a row-major one.  Column-major memory read row by
 * row is the transpose of a matrix, and the transpose of A B is the transpose
 * of B times the transpose of A.  So C = A B in column-major memory is a
 * row-major product with its operands, and its outer sizes, swapped.  Code for
 * row-major matrices then serves both layouts with the same memory accesses.
 * In problems of mixed layouts, the operands' layouts swap, too.
 */
#ifndef MATMUL_ROW_MAJOR_H
#define MATMUL_ROW_MAJOR_H

#include <gkhost/matmul.h>

static inline gk_matmul_scales
matmul_swapped_scales (gk_matmul_scales scales)
{
  return scales == GK_SCALES_LINES_A   ? (gk_matmul_scales)GK_SCALES_LINES_B
         : scales == GK_SCALES_LINES_B ? (gk_matmul_scales)GK_SCALES_LINES_A
                                       : scales;
}

static inline gk_layout
matmul_other_layout (gk_layout layout)
{
  return layout == GK_ROW_MAJOR ? GK_COL_MAJOR : GK_ROW_MAJOR;
}

/* Returns the problem with C row-major; A and B are, too, where the problem has
 * a single layout. */
static inline gk_matmul
matmul_row_major (const gk_matmul *problem)
{
  gk_matmul p = *problem;

  if (problem->layout_c == GK_COL_MAJOR) {
    p.layout_c = GK_ROW_MAJOR;
    p.layout_a = matmul_other_layout (problem->layout_b);
    p.layout_b = matmul_other_layout (problem->layout_a);
    p.m = problem->k;
    p.k = problem->m;
    p.dtype = problem->dtype_b;
    p.dtype_b = problem->dtype;
    p.a = problem->b;
    p.lda = problem->ldb;
    p.stride_a = problem->stride_b;
    p.b = problem->a;
    p.ldb = problem->lda;
    p.stride_b = problem->stride_a;
    p.scales = matmul_swapped_scales (problem->scales);
    p.scale_a = problem->scale_b;
    p.scale_b = problem->scale_a;
  }
  return p;
}

#endif
