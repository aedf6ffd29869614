/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fills the source with random bits, and with the floats that reveal a move
 * through arithmetic: NaNs with payloads, signalling NaNs, -0, subnormals and
 * infinities.
 */
#ifndef MOVE_FILL_H
#define MOVE_FILL_H

#include <gkhost/plugin.h>

#include "shape.h"

/* Fills src, padding included, by the kind of data: those, or zeros. */
void move_fill (const gk_host *host, const struct move_shape *shape,
                gk_data data, uint64_t seed, void *src);

#endif /* MOVE_FILL_H */
