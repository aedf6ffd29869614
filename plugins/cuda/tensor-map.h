/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tensor maps: descriptions of matrices, by which TMA moves boxes of them.
 */
#ifndef CUDA_TENSOR_MAP_H
#define CUDA_TENSOR_MAP_H

#include <stdbool.h>
#include <stdint.h>

/* Absent where the CPU's half of a kernel is tested without CUDA. */
#if __has_include(<cuda.h>)
#include <cuda.h>
#endif

#include <gkhost/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Older versions have no tensor maps: this type has the same size, and none is
 * ever made. */
#if !defined CUDA_VERSION || CUDA_VERSION < 12000
typedef struct {
  uint64_t opaque[16];
} CUtensorMap;
#endif

/* A row-major matrix of rows x cols elements, or a batch of them. */
struct tensor_map_matrix {
  const void *address; /* a multiple of 16, as is the pitch in bytes */
  uint32_t element;    /* bytes: 1, 2, 4, 8 */
  int64_t rows, cols;  /* below 2^32 */
  int64_t pitch;       /* elements */
  bool tf32;           /* f32 elements, rounded to TF32 when they are loaded */
  bool exact;          /* L2 loads only the 128 bytes of a box's row, not 256:
                          the bytes next to them are soon loaded separately */
  int64_t batch;       /* matrices, whose number is a box's third coordinate; 0:
                          one, and boxes have two */
  int64_t stride; /* elements from one to the next; a multiple of 16 bytes */
};

/* Makes a map, in prepare, never in launch: it takes the CPU a microsecond or
 * more.  Boxes are 128 bytes wide and box_rows high; in shared memory the
 * 16-byte vector c of row r of a box is at c ^ (r & 7) (the 128-byte swizzle).
 * GK_SKIP, after a message, where the driver, or the CUDA of this build, is too
 * old. */
int tensor_map_make (const gk_host *host, CUtensorMap *map,
                     const struct tensor_map_matrix *matrix, uint32_t box_rows);

/* The same for boxes 64 bytes wide: the 16-byte vector v of row r is at v ^ (r
 * / 2 & 3) (the 64-byte swizzle). */
int tensor_map_make_half (const gk_host *host, CUtensorMap *map,
                          const struct tensor_map_matrix *matrix,
                          uint32_t box_rows);

/* The same for boxes of any size, up to 256 each way, whose rows follow each
 * other in shared memory without a swizzle; rows are multiples of 16 bytes. */
int tensor_map_make_plain (const gk_host *host, CUtensorMap *map,
                           const struct tensor_map_matrix *matrix,
                           uint32_t box_rows, uint32_t box_cols);

#ifdef __cplusplus
}
#endif

#endif /* CUDA_TENSOR_MAP_H */
