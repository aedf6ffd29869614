/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Several launches, each of which leaves one number of each block, until one of
 * each row is left: for blocks that can't wait for each other.
 */
#ifndef REDUCE_PASSES_CUH
#define REDUCE_PASSES_CUH

#include <gkhost/reduce.h>

#include "cuda/variant.h"

/* What a kernel of one launch gets, as its single parameter: rows of src, which
 * follow each other, become rows of gridDim.x numbers of dst. */
struct reduce_pass {
  const void *src;
  void *dst;
  int64_t rows, cols;
};

typedef void reduce_kernel (const reduce_pass);

/* Threads of a block of the plain rungs. */
enum { PASS_THREADS = 256 };

struct reduce_passes;

/* Returns NULL after a message. */
reduce_passes *reduce_passes_new (const gk_host *host);
/* Adds a launch of so many blocks for each row.  It reads what the last one
 * left, or the problem's rows, and writes to dst. */
void reduce_passes_add (reduce_passes *passes, const gk_reduce *p,
                        reduce_kernel *kernel, int64_t blocks, unsigned threads,
                        void *dst);

/* Prepares launches of `first`, which reads elements of the problem, and of
 * `next`, which reads numbers of `bytes` bytes; a block reads `each` of a row.
 */
int reduce_passes_make (const gk_host *host, const gk_reduce *p,
                        reduce_kernel *first, reduce_kernel *next, int64_t each,
                        size_t bytes, void **state);

/* A variant whose prepare makes passes. */
gk_variant reduce_passes_variant (int (*prepare) (const gk_host *,
                                                  const gk_device *,
                                                  const void *,
                                                  const gk_value *, void **));

#endif /* REDUCE_PASSES_CUH */
