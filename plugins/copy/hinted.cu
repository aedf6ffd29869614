/* SPDX-License-Identifier: BSD-3-Clause
 *
 * `aligned`, telling the L2 cache which lines are of no further use.
 *
 * Every line that is read takes a place in the L2 and puts another one out, and
 * a line put out that was written to goes to memory first.  When lines that
 * were read once go first, reads replace each other, and the lines written
 * stay: they are put out later, whole, and those of the last some ten megabytes
 * not before the copy is over.  `vector` and `aligned` mark both sides as
 * streaming, so that a read puts out what was just written.
 *
 * On an H200 the hints gain nothing where the L2 holds no dirty lines before:
 * on reads they cost 3 % at 64 MB and 2 % at 256 MB, and are best left at
 * normal.  (L1::no_allocate without a hint means evicted first, too.)  What
 * helps there are blocks of 128 threads; with 64 they take longer to start than
 * memory takes.
 *
 * Beware of the hints where copies follow each other: lines evicted first never
 * settle in a cache that holds older ones, and 12 MB that could come from L2 in
 * 5.3 us take 7.0.
 */
#include <cuda_runtime.h>

#include "policy.cuh"
#include "variants-cuda.h"
#include "words.cuh"

static const int most_threads = 1024;

struct state {
  int words, threads;
  enum copy_policy load, store;
};

struct hints {
  uint64_t load, store;

  __device__ uint4
  get (const unsigned char *src, const unsigned char *, int64_t at) const
  {
    uint4 word;

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
    asm volatile(
        "ld.global.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, "
        "[%4], %5;"
        : "=r"(word.x), "=r"(word.y), "=r"(word.z), "=r"(word.w)
        : "l"(src + at), "l"(load));
#else
    word = *(const uint4 *)(src + at);
#endif
    return word;
  }

  __device__ void
  put (uint4 *to, const uint4 &word) const
  {
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
    asm volatile(
        "st.global.L1::no_allocate.L2::cache_hint.v4.u32 [%0], {%1, %2, %3, "
        "%4}, %5;"
        :
        : "l"(to), "r"(word.x), "r"(word.y), "r"(word.z), "r"(word.w),
          "l"(store)
        : "memory");
#else
    *to = word;
#endif
  }
};

template <int words>
static __global__ void
__launch_bounds__ (most_threads)
    hinted (const struct copy_span span, enum copy_policy load,
            enum copy_policy store)
{
  struct hints hints = {};

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 800
  hints.load = copy_policy_make (load);
  hints.store = copy_policy_make (store);
#else
  (void)load, (void)store;
#endif
  copy_words<words> (span, hints);
}

extern "C" int
copy_hinted_prepare (const gk_host *host, const gk_device *,
                     const void *problem, const gk_value *values, void **state)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);
  struct state *s;

  if (!copy_span_in_step (&span)) {
    host->error (host, "rows of src and dst begin at different distances "
                       "from a multiple of 16 bytes; use the variant aligned");
    return GK_SKIP;
  }
  s = (struct state *)host->alloc (host, sizeof *s);
  if (!s)
    return GK_FAIL;
  s->words = 1 << values[COPY_HINTED_WORDS].i;
  s->threads = 128 << values[COPY_HINTED_THREADS].i;
  s->load = (enum copy_policy)values[COPY_HINTED_LOAD].i;
  s->store = (enum copy_policy)values[COPY_HINTED_STORE].i;
  *state = s;
  return GK_OK;
}

template <int words>
static int
launch (const gk_host *host, const struct copy_span *span,
        const struct state *state, cudaStream_t stream)
{
  const struct copy_words_shape shape
      = copy_words_shape (span, words, state->threads);

  hinted<words><<<shape.grid, shape.block, 0, stream>>> (*span, state->load,
                                                         state->store);
  return cuda_launched (host, cudaGetLastError ());
}

extern "C" int
copy_hinted (const gk_host *host, const void *problem, void *state,
             void *stream)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);
  const struct state *s = (const struct state *)state;

  switch (s->words) {
  case 1:
    return launch<1> (host, &span, s, (cudaStream_t)stream);
  case 2:
    return launch<2> (host, &span, s, (cudaStream_t)stream);
  case 4:
    return launch<4> (host, &span, s, (cudaStream_t)stream);
  default:
    return launch<8> (host, &span, s, (cudaStream_t)stream);
  }
}

extern "C" void
copy_hinted_release (const gk_host *host, void *state)
{
  host->free (host, state);
}
