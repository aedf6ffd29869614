/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every problem as a row-major one.  A column-major matrix is its own
 * transpose read row by row, and the transpose of A B is the transpose of B
 * times the transpose of A: so C = A B in column-major memory is a row-major
 * product with the operands, and the outer sizes, swapped.  What is written
 * for rows then serves both layouts with the same accesses to memory.
 */
#ifndef MATMUL_ROW_MAJOR_H
#define MATMUL_ROW_MAJOR_H

#include <gkhost/matmul.h>

static inline gk_matmul
matmul_row_major (const gk_matmul *problem)
{
  gk_matmul p = *problem;

  if (problem->layout_c == GK_COL_MAJOR) {
    p.layout_a = p.layout_b = p.layout_c = GK_ROW_MAJOR;
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
