/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A case whose worker claims what it likes.
 */
#ifndef ALTERED_CLAIMS_H
#define ALTERED_CLAIMS_H

#include <stddef.h>
#include <stdint.h>

/* The first byte says how the case is conducted.  Of each nine behind it the
 * first says what of the next claim is altered, the others to what. */
void try_claims (const uint8_t *data, size_t n);

#endif
