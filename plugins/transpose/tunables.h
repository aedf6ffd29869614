/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tunables that several variants share.
 */
#ifndef TRANSPOSE_TUNABLES_H
#define TRANSPOSE_TUNABLES_H

#include "cuda/variant.h"

static inline gk_option
transpose_band (void)
{
  return cuda_number ("band",
                      "rasterization order: tiles down before the next column "
                      "of tiles; 0: row by row",
                      "tiles", 65535, 0, 65535);
}

static inline gk_option
transpose_blocks_per_sm (void)
{
  return cuda_number ("blocks_per_sm",
                      "limit on occupancy: fewer blocks have fewer bytes in "
                      "flight, at fewer addresses; 0: as many as fit",
                      "blocks", 0, 0, 32);
}

static inline gk_option
transpose_pdl (void)
{
  return cuda_switch ("pdl",
                      "programmatic dependent launch: blocks start while the "
                      "previous kernel is ending",
                      0);
}

#endif /* TRANSPOSE_TUNABLES_H */
