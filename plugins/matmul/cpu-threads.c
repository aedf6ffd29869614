/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rung above cpu-naive: blocks of C are shared out to all cores, a block of
 * B is packed to where the cache keeps it and each row that passes uses it
 * again (cache blocking), and a small tile of sums stays in vector registers,
 * so that one load serves six rows (register tiling).  These are the steps of
 * any fast CPU library (after Goto and van de Geijn, "Anatomy of
 * high-performance matrix multiplication", 2008); what a library adds is mostly
 * a tile written by hand for each processor.
 */
#include <config.h>

#include <stdalign.h>

#include "cpu-threads.h"
#include "cpu.h"
#include "number.h"
#include "row-major.h"

int
matmul_cpu_threads (const gk_host *host, const void *problem, void *state,
                    void *stream)
{
  const gk_matmul p = matmul_row_major (problem);
  const int64_t cols = BLOCK_BYTES / (int64_t)number_bytes (p.dtype);
  void (*const block) (const gk_matmul *, int64_t, int64_t, void *)
      = p.dtype == GK_I32   ? cpu_threads_block_i32
        : p.dtype == GK_F32 ? cpu_threads_block_f32
                            : cpu_threads_block_f64;

  (void)host;
  (void)state;
  (void)stream;
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (int64_t i = 0; i < p.m; i += BLOCK_ROWS)
    for (int64_t j = 0; j < p.k; j += cols) {
      alignas (64) char room[INNER * BLOCK_BYTES];

      block (&p, i, j, room);
    }
  return GK_OK;
}
