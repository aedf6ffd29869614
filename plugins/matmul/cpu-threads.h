/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One block of C, compiled for each dtype from cpu-threads-block.h.
 */
#ifndef MATMUL_CPU_THREADS_H
#define MATMUL_CPU_THREADS_H

#include <gkhost/matmul.h>

/* A block of C is BLOCK_ROWS x BLOCK_BYTES / element, and one thread's.  The
 * block of B that it needs of INNER rows takes 128 KiB: half of a small second
 * level cache. */
enum {
  BLOCK_ROWS = 72, /* a multiple of TILE_ROWS */
  BLOCK_BYTES = 512,
  INNER = 256,
  TILE_ROWS = 6,  /* with TILE_BYTES, what the vector registers hold: 12 of */
  TILE_BYTES = 64 /* AVX2's 16, and 6 of AVX-512's 32 */
};

/* The block of C from row i and column j on; room: INNER * BLOCK_BYTES bytes,
 * aligned to 64. */
void cpu_threads_block_i32 (const gk_matmul *p, int64_t i, int64_t j,
                            void *room);
void cpu_threads_block_f32 (const gk_matmul *p, int64_t i, int64_t j,
                            void *room);
void cpu_threads_block_f64 (const gk_matmul *p, int64_t i, int64_t j,
                            void *room);

#endif
