/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A matrix of one row or one column: turned, it is the same list of elements.
 *
 * Where both lists lie without gaps this is a copy, 16 bytes at a time, and
 * tiles would only leave most of their threads without work.  With gaps
 * (padding behind each row of one element) it is a gather or a scatter.
 */
#include <cuda_runtime.h>

#include "launch.cuh"
#include "plan.h"
#include "variants-cuda.h"

static const int threads = 256;

/* The bytes behind the last whole word have threads of their own, and are read
 * while the words are. */
struct copy_task {
  const unsigned char *src;
  unsigned char *dst;
  int64_t words, items; /* of 16 bytes; and single bytes behind them */
};

static __global__ void
__launch_bounds__ (threads) copy (const struct copy_task task)
{
  const int64_t at = (int64_t)blockIdx.x * threads + threadIdx.x;
  const int64_t byte = task.words * 15 + at; /* words * 16 + (at - words) */

  launch_wait ();
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
__launch_bounds__ (threads) list (const struct list_task<T> task)
{
  const int64_t at = (int64_t)blockIdx.x * threads + threadIdx.x;

  launch_wait ();
  if (at < task.n)
    task.dst[at * task.dst_step] = task.src[at * task.src_step];
}

static bool
is_copy (const gk_transpose *p)
{
  const bool aligned = (((uintptr_t)p->src | (uintptr_t)p->dst) & 15) == 0;

  return transpose_is_flat (p) && aligned;
}

extern "C" int
transpose_flat_run (const gk_host *host, const gk_transpose *p,
                    const struct transpose_plan *plan, void *stream)
{
  const int64_t n = p->rows * p->cols;

  if (is_copy (p)) {
    const int64_t bytes = n * p->element;
    const struct copy_task task
        = { (const unsigned char *)p->src, (unsigned char *)p->dst, bytes / 16,
            bytes / 16 + bytes % 16 };

    return launch_overlapped (host, copy,
                              dim3 ((unsigned)move_parts (task.items, threads)),
                              threads, 0, plan->overlap, stream, task);
  }
  return move_by_element (p->element, [=] (auto zero) {
    typedef decltype (zero) T;
    const struct list_task<T> task = {
      (const T *)p->src, (T *)p->dst, p->cols == 1 ? p->src_pitch : 1,
          p->rows == 1 ? p->dst_pitch : 1, n
    };

    return launch_overlapped (host, list<T>,
                              dim3 ((unsigned)move_parts (n, threads)), threads,
                              0, plan->overlap, stream, task);
  });
}

extern "C" int
transpose_flat_prepare (const gk_host *host, const gk_device *,
                        const void *problem, const gk_value *, void **state)
{
  const gk_transpose *p = (const gk_transpose *)problem;
  struct transpose_plan *plan;

  if (p->rows != 1 && p->cols != 1) {
    host->error (host, "only a matrix of one row or one column is the same "
                       "list of elements when it is turned");
    return GK_SKIP;
  }
  plan = (struct transpose_plan *)host->alloc (host, sizeof *plan);
  if (!plan)
    return GK_FAIL;
  *plan = transpose_plan ();
  plan->kernel = TRANSPOSE_FLAT;
  *state = plan;
  return GK_OK;
}
