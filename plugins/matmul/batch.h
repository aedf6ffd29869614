/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The products of a batch, one by one.
 */
#ifndef MATMUL_BATCH_H
#define MATMUL_BATCH_H

#include <gkhost/matmul.h>

#include "number.h"

/* The address of matrix z of a batch; NULL where the first one's is. */
static inline void *
matmul_matrix (const void *first, gk_dtype dtype, int64_t stride, int64_t z)
{
  return first == NULL ? NULL
                       : (char *)first + z * stride * number_bytes (dtype);
}

/* Returns product z of a batch, as a problem of its own. */
static inline gk_matmul
matmul_product (const gk_matmul *batch, int64_t z)
{
  gk_matmul p = *batch;

  p.batch = 1;
  p.a = matmul_matrix (p.a, p.dtype, p.stride_a, z);
  p.b = matmul_matrix (p.b, p.dtype_b, p.stride_b, z);
  p.c = matmul_matrix (p.c, p.dtype_c, p.stride_c, z);
  return p;
}

#endif
