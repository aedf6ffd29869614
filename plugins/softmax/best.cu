/* SPDX-License-Identifier: BSD-3-Clause
 *
 * best: where a row fits on the chip it is read once: a warp holds rows of up
 * to 4 KiB, a block's registers up to 128 KiB, several blocks those of up to
 * 8 MiB.  Blocks of a cluster are nearer to each other, and faster where a few
 * rows of up to half a MiB are all.  Longer rows are online, which reads them
 * twice.
 */
#include "cuda/prepared.cuh"
#include "make.h"

enum { ONLINE_THREADS = 512, ROW_BLOCKS_THREADS = 256 };

/* The longest row for a cluster, and the most bytes of all rows.  On an H200
 * 16 rows of 256 KiB took a cluster 8.8 us and row-blocks 11.9, 16 and 64 of
 * 512 KiB 12.1 and 13.1, 28.0 and 24.9, 16 of 1 MiB 22.7 and 16.6; in bf16 64
 * of 256 KiB 17.7 and 18.5. */
enum { CLUSTER_ROW = 512 << 10, CLUSTER_BYTES = 16 << 20 };

static bool
cluster_is_faster (const gk_device *device, const gk_softmax *p, int64_t bytes)
{
  return bytes <= CLUSTER_ROW && p->rows <= CLUSTER_BYTES / bytes
         && softmax_cluster_fits (device, p);
}

static int
best_prepare (const gk_host *host, const gk_device *device, const void *problem,
              const gk_value *, void **state)
{
  const gk_softmax *p = (const gk_softmax *)problem;
  const int64_t bytes = p->cols * softmax_element_bytes (p);

  if (bytes <= SOFTMAX_WARP_BYTES) {
    host->log (host, "best is row-warp");
    return softmax_warp_make (host, device, p, 0, state);
  }
  if (bytes <= SOFTMAX_REGISTERS_BYTES) {
    host->log (host, "best is registers with threads = auto");
    return softmax_registers_make (host, p, 0, state);
  }
  if (cluster_is_faster (device, p, bytes)) {
    host->log (host, "best is cluster with blocks = auto");
    return softmax_cluster_make (host, device, p, 0, state);
  }
  if (softmax_row_blocks_fit (device, p, ROW_BLOCKS_THREADS)) {
    host->log (host, "best is row-blocks with threads = %d",
               ROW_BLOCKS_THREADS);
    return softmax_row_blocks_make (host, device, p, ROW_BLOCKS_THREADS, state);
  }
  host->log (host, "best is online with threads = %d", ONLINE_THREADS);
  return softmax_online_make (host, device, p, ONLINE_THREADS, state);
}

extern "C" gk_variant
softmax_best_variant (void)
{
  return prepared_variant (best_prepare, NULL, 0);
}
