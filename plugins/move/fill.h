/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The source's contents.
 */
#ifndef MOVE_FILL_H
#define MOVE_FILL_H

#include <gkhost/plugin.h>

#include "shape.h"

/* Random bits, padding included, among them the floats that a move which is
 * not bit for bit would change; or zeros. */
void move_fill (const gk_host *host, const struct move_shape *shape,
                gk_data data, uint64_t seed, void *src);

#endif /* MOVE_FILL_H */
