/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every problem as a row-major one.  A column-major matrix is its own
 * transpose read row by row, and the transpose of A B is the transpose of B
 * times the transpose of A: so C = A B in column-major memory is a row-major
 * product with the operands, and the outer sizes, swapped.  What is written
 * for rows then serves both layouts with the same accesses to memory.  So does
 * what takes operands of any layout: theirs is the other one then.
 */
#ifndef MATMUL_ROW_MAJOR_H
#define MATMUL_ROW_MAJOR_H

#include <gkhost/matmul.h>

static inline gk_layout
matmul_other_layout (gk_layout layout)
{
  return layout == GK_ROW_MAJOR ? GK_COL_MAJOR : GK_ROW_MAJOR;
}

/* C is row-major in it, and A and B are where the problem has one layout. */
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
    p.a = problem->b;
    p.lda = problem->ldb;
    p.b = problem->a;
    p.ldb = problem->lda;
  }
  return p;
}

#endif
