/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vector: loads and stores of 16 bytes, the widest that a thread can do, of
 * which a thread has `words` of each array in flight before it computes.  Lines
 * are not marked as used once (evict first), though they are: marked, a triad
 * takes 6 % longer on an H200.
 *
 * Arrays begin at multiples of 256 bytes, so that words of one are words of the
 * others; the elements after the last whole word have a thread each.  A copy is
 * that of the family copy.
 */
#include "copy/make.h"
#include "cuda/pdl.cuh"
#include "cuda/prepared.cuh"

#include "as-copy.h"
#include "dot.cuh"
#include "make.h"
#include "move/kernel.cuh"

/* Threads that a multiprocessor has at once. */
enum { VECTOR_THREADS = 256, DOT_THREADS = 512, RESIDENT = 2048 };

template <typename T, int op>
static __device__ __forceinline__ uint4
compute_word (uint4 x, uint4 y)
{
  const T *a = (const T *)&x, *b = (const T *)&y;
  uint4 word;
  T *to = (T *)&word;

#pragma unroll
  for (int i = 0; i < 16 / (int)sizeof (T); i++)
    to[i] = stream_element<op> (a[i], b[i]);
  return word;
}

template <typename T, int op, int words>
static __global__ void
__launch_bounds__ (VECTOR_THREADS) vector_kernel (const stream_task s)
{
  const int each = 16 / (int)sizeof (T);
  const int64_t n = s.n / each; /* whole words */
  const int64_t step = (int64_t)gridDim.x * VECTOR_THREADS * words;
  const uint4 *x = (const uint4 *)s.x, *y = (const uint4 *)s.y;

  pdl_wait ();
#pragma unroll 1
  for (int64_t at = (int64_t)blockIdx.x * VECTOR_THREADS * words + threadIdx.x;
       at < n; at += step) {
    uint4 a[words], b[words];

#pragma unroll
    for (int k = 0; k < words; k++)
      if (at + k * VECTOR_THREADS < n) {
        a[k] = x[at + k * VECTOR_THREADS];
        b[k] = stream_has_y<op> () ? y[at + k * VECTOR_THREADS] : a[k];
      }
#pragma unroll
    for (int k = 0; k < words; k++)
      if (at + k * VECTOR_THREADS < n)
        ((uint4 *)s.dst)[at + k * VECTOR_THREADS]
            = compute_word<T, op> (a[k], b[k]);
  }
  if (blockIdx.x == 0 && threadIdx.x < s.n - n * each)
    stream_store_one<T, op> (s, n * each + threadIdx.x);
}

template <typename T>
static __device__ __forceinline__ sum_of<T>
dot_word (uint4 x, uint4 y)
{
  const T *a = (const T *)&x, *b = (const T *)&y;
  sum_of<T> sum = stream_product (a[0], b[0]);

#pragma unroll
  for (int i = 1; i < 16 / (int)sizeof (T); i++)
    sum = add (sum, stream_product (a[i], b[i]));
  return sum;
}

template <typename T, int words>
static __global__ void
__launch_bounds__ (DOT_THREADS, RESIDENT / DOT_THREADS)
    vector_dot (const dot_task d)
{
  const int each = 16 / (int)sizeof (T);
  const int64_t n = d.of.n / each, threads = (int64_t)gridDim.x * DOT_THREADS;
  const int64_t first = (int64_t)blockIdx.x * DOT_THREADS + threadIdx.x;
  const uint4 *x = (const uint4 *)d.of.x, *y = (const uint4 *)d.of.y;
  sum_of<T> sum = 0;
  int64_t at = first;
  unsigned launch;

  pdl_wait ();
  launch = dot_launch (d);
  for (; at + (words - 1) * threads < n; at += words * threads) {
    uint4 a[words], b[words];

#pragma unroll
    for (int k = 0; k < words; k++) {
      a[k] = __ldcs (x + at + k * threads);
      b[k] = __ldcs (y + at + k * threads);
    }
#pragma unroll
    for (int k = 0; k < words; k++)
      sum = add (sum, dot_word<T> (a[k], b[k]));
  }
  for (; at < n; at += threads)
    sum = add (sum, dot_word<T> (__ldcs (x + at), __ldcs (y + at)));
  if (first < d.of.n - n * each)
    sum = add (sum, stream_product (((const T *)d.of.x)[n * each + first],
                                    ((const T *)d.of.y)[n * each + first]));
  dot_end (d, launch, sum);
}

template <int words>
static int
make_words (const gk_host *host, const gk_device *device, const gk_stream *p,
            void **state)
{
  const int64_t resident = (int64_t)device->units * (RESIDENT / DOT_THREADS);
  prepared_shape shape = {};

  if (p->op == GK_STREAM_DOT)
    return stream_by_dtype (p, [&] (auto element) {
      typedef decltype (element) T;
      const int64_t needed
          = move_parts (p->n, DOT_THREADS * 16 / (int)sizeof (T));

      shape.grid = dim3 ((unsigned)(needed < resident ? needed : resident));
      shape.block = dim3 (DOT_THREADS);
      shape.pdl = true;
      return dot_make<sum_of<T>> (host, device, p, vector_dot<T, words>, shape,
                                  state);
    });
  return stream_by_type (p, [&] (auto element, auto operation) {
    typedef decltype (element) T;

    shape.grid = move_stride_grid (
        1, p->n, 1, VECTOR_THREADS * words * 16 / (int)sizeof (T));
    shape.block = dim3 (VECTOR_THREADS);
    shape.pdl = true;
    return prepared_make (host,
                          vector_kernel<T, decltype (operation)::op, words>,
                          shape, stream_task_of (p), state);
  });
}

extern "C" int
stream_vector_make (const gk_host *host, const gk_device *device,
                    const gk_stream *p, int words, void **state)
{
  if (p->op == GK_STREAM_COPY) {
    const gk_copy c = stream_as_copy (p);
    const struct copy_span span = copy_span (&c);

    return copy_vector_make (host, &span, words, state);
  }
  return words == 1   ? make_words<1> (host, device, p, state)
         : words == 2 ? make_words<2> (host, device, p, state)
                      : make_words<4> (host, device, p, state);
}

static int
vector_prepare (const gk_host *host, const gk_device *device,
                const void *problem, const gk_value *values, void **state)
{
  return stream_vector_make (host, device, (const gk_stream *)problem,
                             1 << values[0].i, state);
}

extern "C" gk_variant
stream_vector_variant (void)
{
  static const char *const words[] = { "1", "2", "4", NULL };
  static const gk_option options[] = { cuda_choice (
      "words",
      "words of 16 bytes of each array that a thread reads before it computes: "
      "more are more bytes in flight per thread, but leave registers for fewer "
      "threads",
      NULL, words, 1) };

  return prepared_variant (vector_prepare, options, GK_COUNT (options));
}
