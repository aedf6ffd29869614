/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>

#include "judge/audit.h"
#include "judge/trial.h"

/* How long a held stream is watched at least: a thread takes that long to wake
 * up on a busy machine. */
#define WATCH_SECONDS 2e-3

/* For as long as the work would take, and no less than a thread needs to wake
 * up. */
static bool
audit_held_launch (struct trial *t)
{
  double seconds = 2 * t->measurement.stats.median;
  struct order order = { .kind = ORDER_HELD_LAUNCH };
  struct claim claim;

  order.seconds = fmin (fmax (seconds, WATCH_SECONDS), 20e-3);
  return trial_freshen (t, &order)
         && trial_order (t, &order, &claim, "a launch of the audit");
}

/* Without room for decoys there is no control. */
static bool
audit_work (struct trial *t)
{
  const gk_host *host = &t->judge->services.host;

  if (trial_is_hot (t) && !t->decoys) {
    host->log (host, "gkhost: the device has no room for decoys: whether hot "
                     "launches do all of their work was not looked at");
    return true;
  }
  return (!trial_is_hot (t) || audit_hot (t)) && audit_refilled (t);
}

bool
audit_case (struct trial *t)
{
  if (!trial_is_audited (t))
    return true;
  return (!t->watchable || audit_held_launch (t)) && audit_clock (t)
         && audit_show (t) && audit_work (t);
}
