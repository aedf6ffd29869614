/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which of dmma's tiles suits a problem, and which tiles blocks share.
 */
#ifndef MATMUL_DMMA_CHOOSE_H
#define MATMUL_DMMA_CHOOSE_H

#include <gkhost/matmul.h>

#include "dmma.h"

/* Which tiles of C several blocks share: the choices of the tunable. */
enum dmma_share { DMMA_SHARE_AUTO, DMMA_SHARE_NONE, DMMA_SHARE_LAST };

/* What a suite may set.  0: as suits the problem. */
struct dmma_settings {
  int tile, share; /* enum dmma_tile, enum dmma_share */
  int stages, band;
  bool tma; /* loads operands */
};

/* A kernel on this device, which runs so many of its blocks at once with so
 * many stages; 0 stages: there is no room for it. */
struct dmma_candidate {
  struct dmma_kernel kernel;
  int stages, blocks;
};

/* Sets how the tiles of a product are dealt out, and returns what it takes by
 * a simple model, in cycles. */
double dmma_assign_tiles (const gk_matmul *row_major, const gk_device *device,
                          const struct dmma_candidate *candidate,
                          const struct dmma_settings *settings,
                          struct stream_k *tiles);

#endif /* MATMUL_DMMA_CHOOSE_H */
