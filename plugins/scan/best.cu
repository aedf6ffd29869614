/* SPDX-License-Identifier: BSD-3-Clause
 *
 * best: where one block holds all elements, it scans them, without tickets and
 * without waiting for others; else look-back does.  Its tiles are large, so
 * that few sums are looked at, unless some multiprocessors would have none.
 * From 32 MiB on bulk is faster, where the device has it.
 */
#include "cuda/prepared.cuh"
#include "make.h"

/* The smallest blocks, and the fewest words of a thread. */
enum { LEAST_THREADS = 128, LEAST_WORDS = 2 };

/* Bytes from which on bulk is chosen, its words, and its stages: as many as a
 * multiprocessor has room for. */
enum { BULK_BYTES = 32 << 20, BULK_WORDS = 8, BULK_STAGES = 6 };

static int
make_one_block (const gk_host *host, const gk_scan *p, int64_t bytes,
                void **state)
{
  struct prepared_shape shape = {};

  shape.grid = dim3 (1);
  shape.block = dim3 (scan_one_block_threads (bytes));
  shape.pdl = true;
  return prepared_make (host, scan_one_block_kernel (p->dtype), shape,
                        scan_task_of (p), state);
}

static int
best_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *, void **state)
{
  const gk_scan *p = (const gk_scan *)problem;
  const bool wide = p->dtype == GK_I64;
  const int64_t bytes = p->n * (wide ? 8 : 4);
  int threads = 256, words = 8;

  if (bytes <= ONE_BLOCK_THREADS * ONE_BLOCK_WORDS * 16) {
    host->log (host, "best is one block");
    return make_one_block (host, p, bytes, state);
  }
  if (bytes >= BULK_BYTES && scan_has_bulk (device)) {
    host->log (host, "best is bulk with words = %d, stages = %d", BULK_WORDS,
               BULK_STAGES);
    return scan_bulk_make (host, device, p, BULK_WORDS, BULK_STAGES, state);
  }
  while (words > LEAST_WORDS
         && bytes < (int64_t)device->units * threads * words * 16)
    words /= 2;
  while (threads > LEAST_THREADS
         && bytes < (int64_t)device->units * threads * words * 16)
    threads /= 2;
  host->log (host, "best is look-back with threads = %d, words = %d", threads,
             words);
  return scan_look_back_make (host, device, p, threads, words, state);
}

extern "C" gk_variant
scan_best_variant (void)
{
  return prepared_variant (best_prepare, NULL, 0);
}
