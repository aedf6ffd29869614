/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flat: a matrix of one row or one column, whose transpose is the same list of
 * elements.
 *
 * Where both lists have no gaps this is a copy, 16 bytes at a time; with tiles
 * most threads would have no work.  With gaps (padding after each row of one
 * element) it is a gather or a scatter.
 */
#include <cuda_runtime.h>

#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"
#include "make.h"
#include "move/kernel.cuh"

static const int threads = 256;

/* The bytes after the last whole word have threads of their own, and are read
 * at the same time as the words. */
struct copy_task {
  const unsigned char *src;
  unsigned char *dst;
  int64_t words, items; /* words of 16 bytes; items: words and single bytes */
};

static __global__ void
__launch_bounds__ (threads) flat_copy (const struct copy_task task)
{
  const int64_t at = (int64_t)blockIdx.x * threads + threadIdx.x;
  const int64_t byte = task.words * 15 + at; /* words * 16 + (at - words) */

  pdl_wait ();
  if (at < task.words)
    ((uint4 *)task.dst)[at] = ((const uint4 *)task.src)[at];
  else if (at < task.items)
    task.dst[byte] = task.src[byte];
}

template <typename T> struct list_task {
  const T *src;
  T *dst;
  int64_t src_step, dst_step, n;
};

template <typename T>
static __global__ void
__launch_bounds__ (threads) flat_transpose (const struct list_task<T> task)
{
  const int64_t at = (int64_t)blockIdx.x * threads + threadIdx.x;

  pdl_wait ();
  if (at < task.n)
    task.dst[at * task.dst_step] = task.src[at * task.src_step];
}

static bool
is_copy (const gk_transpose *p)
{
  const bool aligned = (((uintptr_t)p->src | (uintptr_t)p->dst) & 15) == 0;

  return transpose_is_flat (p) && aligned;
}

static struct prepared_shape
shape_of (int64_t items, bool pdl)
{
  struct prepared_shape shape = {};

  shape.grid = dim3 ((unsigned)move_parts (items, threads));
  shape.block = threads;
  shape.pdl = pdl;
  return shape;
}

extern "C" int
transpose_flat_make (const gk_host *host, const gk_transpose *p, bool pdl,
                     void **state)
{
  const int64_t n = p->rows * p->cols;

  if (is_copy (p)) {
    const int64_t bytes = n * p->element;
    const struct copy_task task
        = { (const unsigned char *)p->src, (unsigned char *)p->dst, bytes / 16,
            bytes / 16 + bytes % 16 };

    return prepared_make (host, flat_copy, shape_of (task.items, pdl), task,
                          state);
  }
  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;
    const struct list_task<T> task = {
      (const T *)p->src, (T *)p->dst, p->cols == 1 ? p->src_pitch : 1,
          p->rows == 1 ? p->dst_pitch : 1, n
    };

    return prepared_make (host, flat_transpose<T>, shape_of (n, pdl), task,
                          state);
  });
}

static int
flat_prepare (const gk_host *host, const gk_device *, const void *problem,
              const gk_value *, void **state)
{
  const gk_transpose *p = (const gk_transpose *)problem;

  if (p->rows == 1 || p->cols == 1)
    return transpose_flat_make (host, p, false, state);
  host->error (host, "only a matrix of one row or one column is the same list "
                     "of elements when it is transposed");
  return GK_SKIP;
}

extern "C" gk_variant
transpose_flat_variant (void)
{
  return prepared_variant (flat_prepare, NULL, 0);
}
