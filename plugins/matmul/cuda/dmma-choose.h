/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Chooses dmma's tile for a problem, and the tiles that blocks share.
 */
#ifndef MATMUL_DMMA_CHOOSE_H
#define MATMUL_DMMA_CHOOSE_H

#include <gkhost/matmul.h>

#include "dmma.h"

/* Which tiles of C several blocks share: the choices of the tunable. */
enum dmma_share { DMMA_SHARE_AUTO, DMMA_SHARE_NONE, DMMA_SHARE_LAST };

/* The settings of a suite.  0: chosen by the problem. */
struct dmma_settings {
  int tile, share; /* enum dmma_tile, enum dmma_share */
  int stages, band;
  bool tma;        /* TMA loads the operands */
  bool first_only; /* of a batch the first product alone is computed */
};

/* A kernel on this device, with the number of blocks that a multiprocessor runs
 * at once with so many stages; 0 stages: it does not fit. */
struct dmma_candidate {
  struct dmma_kernel kernel;
  int stages, blocks;
};

/* Distributes the tiles of a product over blocks.  Returns the cost by a simple
 * model, in cycles. */
double dmma_assign_tiles (const gk_matmul *row_major, const gk_device *device,
                          const struct dmma_candidate *candidate,
                          const struct dmma_settings *settings,
                          struct stream_k *tiles);

#endif /* MATMUL_DMMA_CHOOSE_H */
