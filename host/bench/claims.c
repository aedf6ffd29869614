/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "bench/claims.h"

bool
claim_end (struct claim *claim, int status, const char *reason)
{
  claim->status = status;
  snprintf (claim->reason, sizeof claim->reason, "%s", reason);
  return false;
}

bool
claim_end_freeing (struct claim *claim, int status, char *reason)
{
  claim_end (claim, status, reason);
  free (reason);
  return false;
}

bool
claim_end_callback (struct claim *claim, struct services *services,
                    const char *callback, int status)
{
  status = services_status (services, callback, status);
  return claim_end (claim, status, services_reason (services));
}

bool
claim_end_launch (struct claim *claim, const struct launcher *launcher)
{
  return claim_end (claim, launcher->status, launcher->reason);
}

bool
claim_end_device (struct claim *claim, struct launcher *launcher)
{
  launcher_device_failed (launcher);
  return claim_end_launch (claim, launcher);
}
