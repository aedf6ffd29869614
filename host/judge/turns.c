/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/unforeseen.h"
#include "base/xalloc.h"
#include "judge/audit.h"
#include "judge/trial.h"
#include "judge/turns.h"

/* How many more turns a case has that was slower in each that was audited. */
enum { MORE_TURNS = 6 };

static bool
audit_turn (struct trial *t)
{
  t->turns.audited[t->turns.n] = true;
  return audit (t);
}

/* Whether a turn that was audited stands for all. */
static bool
is_vouched_for (const struct trial *t)
{
  for (size_t i = 0; i <= t->turns.n; i++)
    if (t->turns.audited[i] && measurement_is_even (&t->measurement, i))
      return true;
  return false;
}

/* Who is slow only where somebody looks has the time of these turns. */
static void
leave_out_others (struct trial *t)
{
  const gk_host *host = &t->judge->services.host;

  host->log (host, "gkhost: turns that were not audited were faster by more "
                   "than 30 %%, and are left out");
  measurement_keep (&t->measurement, t->turns.audited);
}

/* Behind the last slice, as it seems. */
static bool
end_last (struct trial *t)
{
  struct turns *turns = &t->turns;

  if (!is_vouched_for (t) && !audit_turn (t))
    return false;
  if (is_vouched_for (t))
    return true;
  if (turns->more == MORE_TURNS)
    leave_out_others (t);
  else
    turns->paused = true;
  turns->more++;
  return true;
}

/* What it wrote around the buffers, or to inputs, must not be laid to the next
 * case. */
static bool
look_around (struct trial *t)
{
  struct order order = { .kind = ORDER_LOOK, .brief = true };
  struct claim claim;

  return trial_order (t, &order, &claim, "in a turn of samples");
}

bool
turns_end_one (struct trial *t)
{
  struct turns *turns = &t->turns;
  bool ok = true;

  if (turns->n == 0)
    turns->due = (size_t)(unforeseen () % SLICES_LEAST);
  turns->audited = xgrow (turns->audited, turns->n, sizeof *turns->audited);
  turns->audited[turns->n] = false;
  turns->paused = !t->measurement.over;
  if (turns->n == turns->due)
    ok = audit_turn (t);
  if (ok && t->measurement.over && trial_is_audited (t))
    ok = end_last (t);
  turns->n++;
  return ok && (!turns->paused || look_around (t));
}

void
turns_free (struct turns *turns)
{
  free (turns->audited);
  *turns = (struct turns){ 0 };
}
