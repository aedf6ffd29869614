/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hinted: `aligned` with L2 eviction priorities, which tell the cache which
 * lines will not be used again.
 *
 * Every line that is read evicts another line from L2, and a dirty line must
 * first be written to memory.  When lines that were read are evicted first,
 * reads replace each other, and the written lines stay: they are evicted later,
 * whole, and the last ten megabytes or so only after the copy has finished.
 * Where both sides are marked, a read evicts what was just written.
 *
 * On an H200 the priorities gain nothing where L2 holds no dirty lines at the
 * start: on reads they cost 3 % at 64 MB and 2 % at 256 MB, so normal is best.
 * (L1::no_allocate without a hint also means evict first.)  What helps there
 * are blocks of 128 threads; blocks of 64 take longer to start than memory
 * takes to move their bytes.
 *
 * The priorities harm copies that follow each other: lines that are evicted
 * first never stay in a cache that holds older ones, and 12 MB that L2 could
 * deliver in 5.3 us take 7.0.
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
  /* Indexed by the logarithm of words. */
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
  static const gk_option options[] = {
    cuda_choice (
        "words",
        "16-byte words that a thread reads before it writes: more are more "
        "bytes in flight per thread, but leave registers for fewer threads",
        NULL, words, 0),
    cuda_choice ("threads", COPY_THREADS_HELP, NULL, threads, 0),
    cuda_choice ("load", L2_LOAD_HELP, NULL, policies, L2_EVICT_FIRST),
    cuda_choice ("store", L2_STORE_HELP, NULL, policies, L2_EVICT_NORMAL)
  };
  gk_variant v = prepared_variant (hinted_prepare, options, GK_COUNT (options));

  v.capability = 80;
  return v;
}
