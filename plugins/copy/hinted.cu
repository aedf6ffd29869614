/* SPDX-License-Identifier: BSD-3-Clause
 *
 * `aligned` with L2 eviction priorities: the cache is told which lines are of
 * no further use.
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

#include "cuda/l2-policy.cuh"
#include "cuda/prepared.cuh"
#include "make.h"
#include "words.cuh"

static const int most_threads = 1024;

struct hinted_task {
  struct copy_span span;
  enum l2_policy load, store;
};

struct hints {
  uint64_t load, store;

  __device__ uint4
  get (const unsigned char *src, const unsigned char *, int64_t at) const
  {
    return l2_load (src + at, load);
  }

  __device__ void
  put (uint4 *to, const uint4 &word) const
  {
    l2_store (to, word, store);
  }
};

template <int words>
static __global__ void
__launch_bounds__ (most_threads) hinted_copy (const struct hinted_task task)
{
  const struct hints hints
      = { l2_policy_make (task.load), l2_policy_make (task.store) };

  copy_words<words> (task.span, hints);
}

extern "C" int
copy_hinted_make (const gk_host *host, const struct copy_span *span, int words,
                  int threads, enum l2_policy load, enum l2_policy store,
                  void **state)
{
  /* By the logarithm of words. */
  static void (*const kernels[]) (struct hinted_task)
      = { hinted_copy<1>, hinted_copy<2>, hinted_copy<4>, hinted_copy<8> };
  const struct hinted_task task = { *span, load, store };
  int log = 0;

  if (!copy_span_in_step (span)) {
    host->error (host, "rows of src and dst begin at different distances "
                       "from a multiple of 16 bytes; use the variant aligned");
    return GK_SKIP;
  }
  while (1 << log < words)
    log++;
  return prepared_make (host, kernels[log],
                        copy_words_shape (span, words, threads), task, state);
}

static int
hinted_prepare (const gk_host *host, const gk_device *, const void *problem,
                const gk_value *values, void **state)
{
  const struct copy_span span = copy_span ((const gk_copy *)problem);

  return copy_hinted_make (host, &span, 1 << values[0].i, 128 << values[1].i,
                           (enum l2_policy)values[2].i,
                           (enum l2_policy)values[3].i, state);
}

extern "C" gk_variant
copy_hinted_variant (void)
{
  static const char *const policies[] = L2_POLICY_NAMES;
  static const char *const words[] = { "1", "2", "4", "8", NULL };
  static const char *const threads[] = { "128", "256", "512", "1024", NULL };
  static const gk_option options[]
      = { cuda_choice ("words",
                       "16-byte words that a thread reads before it writes "
                       "any: more are more bytes in flight a thread, but "
                       "registers for fewer threads",
                       NULL, words, 0),
          cuda_choice ("threads", COPY_THREADS_HELP, NULL, threads, 0),
          cuda_choice ("load", L2_LOAD_HELP, NULL, policies, L2_EVICT_FIRST),
          cuda_choice ("store", L2_STORE_HELP, NULL, policies,
                       L2_EVICT_NORMAL) };
  gk_variant v = prepared_variant (
      "hinted",
      "aligned with L2 eviction priorities: what was read goes before what was "
      "written",
      hinted_prepare, GK_ARRAY (options));

  v.capability = 80;
  return v;
}
