/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Verifies a moved matrix against its source.
 */
#ifndef MOVE_VERIFY_H
#define MOVE_VERIFY_H

#include <gkhost/plugin.h>

#include "shape.h"

/* Compares every element bit by bit (by value, where the variant declares a
 * precision), and the padding with the poison. check->buffers: source,
 * destination.  Returns GK_OK, or GK_WRONG after a message. */
int move_verify (const gk_host *host, const struct move_shape *shape,
                 gk_check *check);

#endif /* MOVE_VERIFY_H */
