/* SPDX-License-Identifier: BSD-3-Clause
 *
 * element: one element per thread, in blocks of 1024 threads, as in BabelStream
 * (Deakin and others, University of Bristol).
 *
 * Consecutive threads read and write consecutive elements, so that accesses of
 * a warp coalesce.  Each element costs the start of a thread, and no thread has
 * more than one read of an array in flight.  A dot leaves a sum for each 1024
 * elements, which the last block adds: BabelStream's copies them to the host.
 */
#include "dot.cuh"
#include "move/kernel.cuh"

enum { ELEMENT_THREADS = 1024 };

template <typename T, int op>
static __global__ void
__launch_bounds__ (ELEMENT_THREADS) element_kernel (const stream_task s)
{
  const int64_t i = (int64_t)blockIdx.x * ELEMENT_THREADS + threadIdx.x;

  if (i < s.n)
    stream_store_one<T, op> (s, i);
}

template <typename T>
static __global__ void
__launch_bounds__ (ELEMENT_THREADS) element_dot (const dot_task d)
{
  const unsigned launch = dot_launch (d);
  const int64_t i = (int64_t)blockIdx.x * ELEMENT_THREADS + threadIdx.x;

  dot_end (d, launch,
           i < d.of.n
               ? stream_product (((const T *)d.of.x)[i], ((const T *)d.of.y)[i])
               : sum_of<T> (0));
}

static int
element_prepare (const gk_host *host, const gk_device *device,
                 const void *problem, const gk_value *, void **state)
{
  const gk_stream *p = (const gk_stream *)problem;
  prepared_shape shape = {};

  /* 2^40 elements, the most of the family, are 2^30 blocks. */
  shape.grid = dim3 ((unsigned)move_parts (p->n, ELEMENT_THREADS));
  shape.block = dim3 (ELEMENT_THREADS);
  if (p->op == GK_STREAM_DOT)
    return stream_by_dtype (p, [&] (auto element) {
      typedef decltype (element) T;

      return dot_make<sum_of<T>> (host, device, p, element_dot<T>, shape,
                                  state);
    });
  return stream_by_type (p, [&] (auto element, auto operation) {
    return prepared_make (
        host, element_kernel<decltype (element), decltype (operation)::op>,
        shape, stream_task_of (p), state);
  });
}

extern "C" gk_variant
stream_element_variant (void)
{
  return prepared_variant (element_prepare, NULL, 0);
}
