/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Judges a moved matrix against its source.
 */
#ifndef MOVE_VERIFY_H
#define MOVE_VERIFY_H

#include <gkhost/plugin.h>

#include "shape.h"

/* Every element bit for bit (by value, where the variant declares that it
 * passes them through arithmetic), and the padding as the poison left it.
 * check->buffers: source, destination. */
int move_verify (const gk_host *host, const struct move_shape *shape,
                 gk_check *check);

#endif /* MOVE_VERIFY_H */
