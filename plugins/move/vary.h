/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Changes the source from one generation to the next.
 */
#ifndef MOVE_VARY_H
#define MOVE_VARY_H

#include <gkhost/plugin.h>

#include "shape.h"

/* Flips bits of a few elements, after undoing those of the generation before.
 * Padding stays as it is. */
void move_vary (const gk_host *host, const struct move_shape *shape,
                gk_vary *vary);

#endif /* MOVE_VARY_H */
