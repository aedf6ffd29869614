/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds an answer that somebody else has computed.
 */
#ifndef CHEATS_ANSWER_H
#define CHEATS_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/transpose.h>

/* Whether the right output, whole, is somewhere in this memory; if so it was
 * copied to where it belongs. */
bool answer_found (const gk_transpose *p, const void *memory, size_t bytes);

#endif
