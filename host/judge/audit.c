/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How claims are audited.
 *
 * After the samples, each check compares launches with a control that differs
 * in one thing.  An excess of the launches is retested (retest.c).
 *
 * Clock (audit_clock)
 *   launches  a run of samples, by the judge's clock; on the CPU by what the
 *             worker's first thread computed
 *   control   launches that compute nothing for as long as was claimed
 *   excess    the claim once more, enqueueing counted, and 0.2 ms; on the CPU
 *             0.1 ms a sample besides
 * Showing, CPU alone (audit_show)
 *   launches  showing the outputs of a launch
 *   control   showing them again
 *   excess    twice the median and 0.2 ms, or half of the control
 * Hot (audit_hot)
 *   launches  one on fresh inputs and poisoned outputs
 *   control   one whose changes and poison went to decoys; on the CPU, one
 *             whose output was written again as it is
 *   excess    30 % of the median or of the control, 1 us at least
 * New inputs, over 8 operations a byte (audit_refilled)
 *   launches  one after a load of inputs that another seed filled
 *   control   one after a load of the same inputs, filled again
 *   excess    as long again, 1 us at least
 * Held stream, CUDA alone (audit_held_launch)
 *   launches  one on a stream that is held; no output may change
 *   control   none
 *
 * A hot launch is also judged in the middle of a batch: 64 bytes of the output
 * are poisoned right before the last launch, in less time than lies between
 * launches.
 *
 * The clock and new inputs are checked quickly first.  A new control should be
 * like its launches in all but one thing, and a random draw should decide which
 * comes first: else each finds the caches as the other left them.
 */
#include <config.h>

#include <math.h>

#include "judge/audit.h"
#include "judge/trial.h"

/* The least time for which a stream is held: a thread takes that long to wake
 * up on a busy machine. */
#define WATCH_SECONDS 2e-3

/* Holds the stream for as long as the work would take: nothing may change an
 * output meanwhile. */
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

/* Without memory for decoys hot launches have no control. */
static bool
audit_work (struct trial *t)
{
  const gk_host *host = &t->judge->services.host;

  if (trial_is_hot (t) && !t->decoys) {
    host->log (host, "gkhost: the device has no room for decoys: whether hot "
                     "launches do all of their work was not checked");
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
