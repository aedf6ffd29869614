/* SPDX-License-Identifier: BSD-3-Clause
 *
 * grid-stride: as many blocks as the device runs at once; each thread goes on
 * to the element that is as far away as the grid has threads.
 *
 * A loop costs less than the start of a thread, and a dot has few sums of
 * blocks.  What the compiler unrolls has several reads in flight.
 */
#include "dot.cuh"
#include "move/kernel.cuh"

/* Threads that a multiprocessor has at once. */
enum { STRIDE_THREADS = 512, RESIDENT = 2048 };

template <typename T, int op>
static __global__ void
__launch_bounds__ (STRIDE_THREADS) stride_kernel (const stream_task s)
{
  const int64_t step = (int64_t)gridDim.x * STRIDE_THREADS;

#pragma unroll 4
  for (int64_t i = (int64_t)blockIdx.x * STRIDE_THREADS + threadIdx.x; i < s.n;
       i += step)
    stream_store_one<T, op> (s, i);
}

template <typename T>
static __global__ void
__launch_bounds__ (STRIDE_THREADS) stride_dot (const dot_task d)
{
  const int64_t step = (int64_t)gridDim.x * STRIDE_THREADS;
  const unsigned launch = dot_launch (d);
  sum_of<T> x = 0;

#pragma unroll 4
  for (int64_t i = (int64_t)blockIdx.x * STRIDE_THREADS + threadIdx.x;
       i < d.of.n; i += step)
    x = add (x,
             stream_product (((const T *)d.of.x)[i], ((const T *)d.of.y)[i]));
  dot_end (d, launch, x);
}

static int
stride_prepare (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *, void **state)
{
  const gk_stream *p = (const gk_stream *)problem;
  const int64_t most = (int64_t)device->units * (RESIDENT / STRIDE_THREADS);
  const int64_t needed = move_parts (p->n, STRIDE_THREADS);
  prepared_shape shape = {};

  shape.grid = dim3 ((unsigned)(needed < most ? needed : most));
  shape.block = dim3 (STRIDE_THREADS);
  if (p->op == GK_STREAM_DOT)
    return stream_by_dtype (p, [&] (auto element) {
      typedef decltype (element) T;

      return dot_make<sum_of<T>> (host, device, p, stride_dot<T>, shape, state);
    });
  return stream_by_type (p, [&] (auto element, auto operation) {
    return prepared_make (
        host, stride_kernel<decltype (element), decltype (operation)::op>,
        shape, stream_task_of (p), state);
  });
}

extern "C" gk_variant
stream_grid_stride_variant (void)
{
  return prepared_variant (stride_prepare, NULL, 0);
}
