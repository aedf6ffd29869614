/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernels of few-rows (few-rows.cuh) are told.
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
  unsigned each;   /* bytes of it that a block takes, a number of steps */
  int splits_log2; /* blocks of a cluster, which share it */
};

#endif /* MATMUL_FEW_ROWS_H */
