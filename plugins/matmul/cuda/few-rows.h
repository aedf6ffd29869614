/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parameters of few-rows' kernels (few-rows.cuh).
 */
#ifndef MATMUL_FEW_ROWS_H
#define MATMUL_FEW_ROWS_H

/* A line, a row of A or column of B, goes along the inner dimension. */
struct few_rows_operand {
  const unsigned char *at;
  unsigned pitch; /* bytes from one row in memory to the next */
  unsigned lines;
};

/* A kernel's parameter.  X is the operand of many lines, Y that of few.  C is
 * row-major. */
struct few_rows_task {
  struct few_rows_operand x, y;
  void *c;
  unsigned ldc;    /* elements */
  unsigned inner;  /* bytes of a line */
  unsigned each;   /* bytes of it for one block, a multiple of steps */
  int splits_log2; /* blocks of a cluster, which share the inner dimension */
};

#endif /* MATMUL_FEW_ROWS_H */
