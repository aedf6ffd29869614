/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The plan of a transpose: which kernel, with which tunables.
 */
#ifndef TRANSPOSE_PLAN_H
#define TRANSPOSE_PLAN_H

#include <stdbool.h>

#include <gkhost/transpose.h>

#include "cuda/l2-policy.h"

#ifdef __cplusplus
extern "C" {
#endif

enum transpose_kernel {
  TRANSPOSE_SMALL,
  TRANSPOSE_VECTOR_TUNED,
  TRANSPOSE_SECTOR_ALIGNED,
  TRANSPOSE_FLAT
};

/* Members that do not apply to a kernel are 0. */
struct transpose_plan {
  enum transpose_kernel kernel;
  int tile;   /* of small and sector-aligned: rows of a tile; of vector-tuned:
                 bytes of a tile's row */
  int band;   /* tiles down before the next column of tiles; 0: row by row of
                 tiles */
  bool align; /* of sector-aligned */
  enum l2_policy load, store; /* of vector-tuned */
  int blocks_per_sm;          /* 0: as many as fit */
  bool pdl; /* blocks may start before the previous kernel has ended */
};

/* Returns the best plan known for a problem on a device.  A pure function. */
struct transpose_plan transpose_choose (const gk_transpose *p,
                                        const gk_device *device);

/* For prepare: GK_OK when all rows of src and dst start at multiples of 16
 * bytes, and 32 bits suffice for element indices and for the bytes of a row;
 * else GK_SKIP, after a message. */
int transpose_vector_fits (const gk_host *host, const gk_transpose *p);

/* True when tensor maps can describe both matrices, and TMA writes no
 * padding. */
bool transpose_tma_accepts (const gk_transpose *p);

/* True when src and dst are the same bytes in the same order. */
bool transpose_is_flat (const gk_transpose *p);

#ifdef __cplusplus
}
#endif

#endif /* TRANSPOSE_PLAN_H */
