/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ends of a claim that is not GK_OK.  Each function returns false, for the
 * caller to return.
 */
#ifndef CLAIMS_H
#define CLAIMS_H

#include <stdbool.h>

#include "bench/launcher.h"
#include "bench/orders.h"

bool claim_end (struct claim *claim, int status, const char *reason);
/* Does the same as claim_end, and frees reason. */
bool claim_end_freeing (struct claim *claim, int status, char *reason);
/* A callback returned a status other than GK_OK. */
bool claim_end_callback (struct claim *claim, struct services *services,
                         const char *callback, int status);
/* With the launcher's reason. */
bool claim_end_launch (struct claim *claim, const struct launcher *launcher);
/* With the device's error. */
bool claim_end_device (struct claim *claim, struct launcher *launcher);

#endif
