/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Varies the source.
 */
#ifndef MOVE_VARY_H
#define MOVE_VARY_H

#include <gkhost/plugin.h>

#include "shape.h"

/* Flips bits of a few elements, padding apart. */
void move_vary (const gk_host *host, const struct move_shape *shape,
                gk_vary *vary);

#endif /* MOVE_VARY_H */
