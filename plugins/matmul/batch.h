/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The products of a problem, one by one: those of a batch, or of groups.
 */
#ifndef MATMUL_BATCH_H
#define MATMUL_BATCH_H

#include <stdbool.h>

#include <gkhost/family-elements.h>
#include <gkhost/matmul.h>

/* The number of products, some of groups without lines. */
static inline int64_t
matmul_products (const gk_matmul *problem)
{
  return problem->groups > 0 ? problem->groups : problem->batch;
}

/* True where each product is a part of the problem only. */
static inline bool
matmul_is_divided (const gk_matmul *problem)
{
  return problem->groups > 0 || problem->batch > 1;
}

/* True where groups are of the columns of B and C, and A has a matrix for each;
 * false where they are of the rows of A and C. */
static inline bool
matmul_b_is_grouped (const gk_matmul *problem)
{
  return problem->layout_c == GK_COL_MAJOR;
}

/* Whether all rows and matrices of a batch of f64 begin at multiples of 16
 * bytes, and rows of C end there, too. */
static inline bool
matmul_batch_is_even (const gk_matmul *p)
{
  const int64_t row_of_c = p->layout_c == GK_ROW_MAJOR ? p->k : p->m;

  return ((p->lda | p->ldb | p->ldc | p->stride_a | p->stride_b | p->stride_c
           | row_of_c)
          & 1)
         == 0;
}

/* An element's address; NULL where the first one's is. */
static inline void *
matmul_element (const void *first, gk_dtype dtype, int64_t index)
{
  return first == NULL ? NULL
                       : (char *)first + index * gk_element_bytes (dtype);
}

/* The address of matrix z of a batch; NULL where the first one's is. */
static inline void *
matmul_matrix (const void *first, gk_dtype dtype, int64_t stride, int64_t z)
{
  return matmul_element (first, dtype, z * stride);
}

/* Returns the product of group z, of some rows of A and C, or columns of B and
 * C.  Reads group_lines. */
static inline gk_matmul
matmul_group (const gk_matmul *all, int64_t z)
{
  const int64_t first = all->group_lines[z];
  const int64_t lines = all->group_lines[z + 1] - first;
  gk_matmul p = *all;

  p.groups = 0;
  p.group_lines = NULL;
  p.c = matmul_element (p.c, p.dtype_c, first * p.ldc);
  if (!matmul_b_is_grouped (all)) {
    const int64_t step = p.layout_a == GK_ROW_MAJOR ? p.lda : 1;

    p.m = lines;
    p.a = matmul_element (p.a, p.dtype, first * step);
    p.b = matmul_matrix (p.b, p.dtype_b, p.stride_b, z);
  } else {
    const int64_t step = p.layout_b == GK_COL_MAJOR ? p.ldb : 1;

    p.k = lines;
    p.a = matmul_matrix (p.a, p.dtype, p.stride_a, z);
    p.b = matmul_element (p.b, p.dtype_b, first * step);
  }
  return p;
}

/* Returns product z as a problem of its own; m or k is 0 where it is of a group
 * without lines. */
static inline gk_matmul
matmul_product (const gk_matmul *all, int64_t z)
{
  gk_matmul p = *all;

  if (p.groups > 0)
    return matmul_group (all, z);
  p.batch = 1;
  p.a = matmul_matrix (p.a, p.dtype, p.stride_a, z);
  p.b = matmul_matrix (p.b, p.dtype_b, p.stride_b, z);
  p.c = matmul_matrix (p.c, p.dtype_c, p.stride_c, z);
  return p;
}

#endif
