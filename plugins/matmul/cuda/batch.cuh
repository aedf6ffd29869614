/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Batches, for kernels whose grid has the products of a batch in z: a block
 * moves the matrices' addresses to those of its product.
 */
#ifndef MATMUL_CUDA_BATCH_CUH
#define MATMUL_CUDA_BATCH_CUH

#include <gkhost/matmul.h>

#include "matmul/batch.h"
#include "operand.h"

/* Bytes from one product's matrix to the next one's; 0 where there is one, as
 * of A and C of groups. */
struct batch_strides {
  unsigned a, b, c;
};

/* The most blocks of a grid in z. */
static const int64_t batch_most = 65535;

/* For prepare: sets them.  GK_SKIP, after a message, where there are too many
 * products, or they are too large to be counted. */
static inline int
batch_strides_of (const gk_host *host, const gk_matmul *p,
                  struct batch_strides *strides)
{
  const int64_t most = INT64_C (1) << 32;
  const int64_t a = p->stride_a * operand_bytes (p->dtype);
  const int64_t b = p->stride_b * operand_bytes (p->dtype_b);
  const int64_t c = p->stride_c * operand_bytes (p->dtype_c);

  strides->a = strides->b = strides->c = 0;
  if (!matmul_is_divided (p))
    return GK_OK;
  if (p->groups > 0 && p->groups <= batch_most && b < most) {
    strides->b = (unsigned)b;
    return GK_OK;
  }
  if (p->groups == 0 && p->batch <= batch_most && a < most && b < most
      && c < most) {
    strides->a = (unsigned)a;
    strides->b = (unsigned)b;
    strides->c = (unsigned)c;
    return GK_OK;
  }
  host->error (
      host,
      "a grid has up to %lld products here, of matrices of less than 4 "
      "GiB; make batch, groups or the sizes smaller",
      (long long)batch_most);
  return GK_SKIP;
}

/* The multiprocessors that one product has, at least 1. */
static inline int
batch_units (const gk_matmul *p, int64_t units)
{
  const int64_t products = matmul_products (p);

  return products < units ? (int)(units / products) : 1;
}

#ifdef __CUDACC__
/* The address of this block's matrix. */
template <typename T>
static __device__ __forceinline__ T *
batch_matrix (T *first, unsigned stride)
{
  return (T *)((char *)first + (uint64_t)blockIdx.z * stride);
}

/* A kernel's parameter, with the addresses of this block's product. */
template <typename T>
static __device__ __forceinline__ T
batch_product (T task)
{
  task.a = batch_matrix (task.a, task.strides.a);
  task.b = batch_matrix (task.b, task.strides.b);
  task.c = batch_matrix (task.c, task.strides.c);
  return task;
}

/* Likewise, of a kernel whose parameter has operands with an address `at`. */
template <typename T>
static __device__ __forceinline__ T
batch_operands_product (T task)
{
  task.a.at = batch_matrix (task.a.at, task.strides.a);
  task.b.at = batch_matrix (task.b.at, task.strides.b);
  task.c = batch_matrix (task.c, task.strides.c);
  return task;
}
#endif

#endif /* MATMUL_CUDA_BATCH_CUH */
