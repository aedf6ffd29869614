/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tensor maps: what TMA is told of a matrix, so that it can move boxes of it.
 */
#ifndef CUDA_TENSOR_MAP_H
#define CUDA_TENSOR_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include <cuda.h>

#include <gkhost/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Older ones know nothing of them: this is as large, and is never made. */
#if CUDA_VERSION < 12000
typedef struct {
  uint64_t opaque[16];
} CUtensorMap;
#endif

/* A matrix of rows x cols elements, row after row. */
struct tensor_map_matrix {
  const void *address; /* a multiple of 16, as is the pitch in bytes */
  uint32_t element;    /* bytes: 1, 2, 4, 8 */
  int64_t rows, cols;  /* below 2^32 */
  int64_t pitch;       /* elements */
  bool tf32;           /* of f32 that arrive rounded to TF32 */
  bool exact;          /* L2 loads the 128 bytes of a row that a box has, not
                          256: what is next to them is soon asked for by itself */
};

/* For prepare, never for launch: it takes the CPU a microsecond or more.  Boxes
 * are 128 bytes wide and box_rows high; in shared memory the 16-byte vector c
 * of row r of a box is at c ^ (r & 7) (the 128-byte swizzle).  GK_SKIP, with
 * the reason told, where the driver, or the CUDA that this was built with, is
 * too old. */
int tensor_map_make (const gk_host *host, CUtensorMap *map,
                     const struct tensor_map_matrix *matrix, uint32_t box_rows);

/* Of boxes of rows of 64 bytes, of which the 16-byte vectors v of row r lie at
 * v ^ (r / 2 & 3), swizzled by 64 bytes. */
int tensor_map_make_half (const gk_host *host, CUtensorMap *map,
                          const struct tensor_map_matrix *matrix,
                          uint32_t box_rows);

/* Of boxes of any size, up to 256 each way, which lie in shared memory row
 * after row as in the matrix; their rows are multiples of 16 bytes. */
int tensor_map_make_plain (const gk_host *host, CUtensorMap *map,
                           const struct tensor_map_matrix *matrix,
                           uint32_t box_rows, uint32_t box_cols);

#ifdef __cplusplus
}
#endif

#endif /* CUDA_TENSOR_MAP_H */
