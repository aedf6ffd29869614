/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How one transpose is to be done: which kernel, with which tunables.
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

/* What does not apply to a kernel is 0. */
struct transpose_plan {
  enum transpose_kernel kernel;
  int tile; /* of small and sector-aligned: elements down; of vector-tuned:
               bytes of a tile's row */
  int band; /* tiles down before the next column of tiles; 0: rows of tiles, one
               after the other */
  bool align;                 /* of sector-aligned */
  enum l2_policy load, store; /* of vector-tuned */
  int blocks_per_sm;          /* 0: as many as fit */
  bool pdl; /* blocks may start before the kernel before has ended */
};

/* The best plan known for a problem on a device.  A pure function. */
struct transpose_plan transpose_choose (const gk_transpose *p,
                                        const gk_device *device);

/* For prepare: GK_OK where all rows of src and dst start at multiples of 16
 * bytes, and 32 bits count elements and the bytes of a row; else GK_SKIP, with
 * the reason told. */
int transpose_vector_fits (const gk_host *host, const gk_transpose *p);

/* Whether tensor maps describe both, and TMA writes no padding. */
bool transpose_tma_accepts (const gk_transpose *p);

/* Whether src and dst are the same bytes in the same order. */
bool transpose_is_flat (const gk_transpose *p);

#ifdef __cplusplus
}
#endif

#endif /* TRANSPOSE_PLAN_H */
