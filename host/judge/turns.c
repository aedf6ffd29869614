/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Cases that take turns.
 *
 * Quick cases of a problem are measured in turns, a slice of samples in each
 * (plan/schedule chooses the cases).  Between its turns a case's trial waits in
 * the judge and its variant is released.  After each turn guard zones are
 * checked, and some of the inputs, so that damage is charged to the case that
 * did it; inputs are loaded again only where their version differs.
 *
 * One turn, drawn beforehand, is audited.  Where the other turns were faster
 * than it by 30 %, the last is audited, too, and up to six more; if none of
 * these is as fast, only turns that were audited count.
 */
#include <config.h>

#include <stdlib.h>

#include "base/entropy.h"
#include "base/xalloc.h"
#include "judge/audit.h"
#include "judge/trial.h"

/* Turns that are added to a case that was slower in each audited one. */
enum { MORE_TURNS = 6 };

static bool
audit_turn (struct trial *t)
{
  t->turns.audited[t->turns.n] = true;
  return audit_case (t);
}

/* True when some audited turn was as fast as all samples. */
static bool
is_covered_by_audit (const struct trial *t)
{
  for (size_t i = 0; i <= t->turns.n; i++)
    if (t->turns.audited[i] && measurement_is_even (&t->measurement, i))
      return true;
  return false;
}

/* A case that is slow only under audit gets the time of the audited turns. */
static void
drop_unaudited_turns (struct trial *t)
{
  const gk_host *host = &t->judge->services.host;

  host->log (host, "gkhost: turns that were not audited were faster by more "
                   "than 30 %%, and are left out");
  measurement_keep_slices (&t->measurement, t->turns.audited);
}

/* Called when no more samples are needed. */
static bool
end_last_turn (struct trial *t)
{
  struct turns *turns = &t->turns;

  if (!is_covered_by_audit (t) && !audit_turn (t))
    return false;
  if (is_covered_by_audit (t))
    return true;
  if (turns->more == MORE_TURNS)
    drop_unaudited_turns (t);
  else
    turns->paused = true;
  turns->more++;
  return true;
}

/* Damage of guard zones or inputs must not be charged to the next case. */
static bool
check_surplus_writes (struct trial *t)
{
  struct order order = { .kind = ORDER_CHECK, .brief = true };
  struct claim claim;

  return trial_order (t, &order, &claim, "in a turn of samples");
}

bool
turns_end_turn (struct trial *t)
{
  struct turns *turns = &t->turns;
  bool ok = true;

  if (turns->n == 0)
    turns->due = (size_t)(entropy_draw () % SLICES_LEAST);
  turns->audited = xgrow (turns->audited, turns->n, sizeof *turns->audited);
  turns->audited[turns->n] = false;
  turns->paused = !t->measurement.over;
  if (turns->n == turns->due)
    ok = audit_turn (t);
  if (ok && t->measurement.over && trial_is_audited (t))
    ok = end_last_turn (t);
  turns->n++;
  return ok && (!turns->paused || check_surplus_writes (t));
}

void
turns_free (struct turns *turns)
{
  free (turns->audited);
  *turns = (struct turns){ 0 };
}
