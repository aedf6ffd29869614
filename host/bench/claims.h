/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a claim ends that is not GK_OK.  Each returns false, for the caller to
 * return.
 */
#ifndef CLAIMS_H
#define CLAIMS_H

#include <stdbool.h>

#include "bench/launcher.h"
#include "bench/orders.h"

bool claim_end (struct claim *claim, int status, const char *reason);
/* The same, and frees the reason. */
bool claim_end_freeing (struct claim *claim, int status, char *reason);
/* A callback of that name returned anything but GK_OK. */
bool claim_end_callback (struct claim *claim, struct services *services,
                         const char *callback, int status);
/* The launcher has noted why. */
bool claim_end_launch (struct claim *claim, const struct launcher *launcher);
/* The device has noted why. */
bool claim_end_device (struct claim *claim, struct launcher *launcher);

#endif
