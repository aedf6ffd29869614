/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How a time is replayed.
 *
 * Another process than the case's runs it as it was run: prepared, warmed up,
 * launched on each other kind of data, then sampled; but on inputs that another
 * seed filled.  Two comparisons follow, both by ranks.
 *
 * - Its samples with those that the case claimed: a case whose time is not
 *   reached again is slower.
 * - Launches behind a load of new inputs with launches behind a load of the
 *   present ones.  All of the control comes first: the audit alternates, and a
 *   variant that is slow for thousands of launches once it has found new inputs
 *   is slow in its control, too.
 *
 * The supervisor asks for one quick replay, and only if that disagrees for
 * thorough ones, with as many samples as the case had: three of them must agree
 * before a time is refused (run/replay.c).
 */
#include <config.h>

#include <math.h>

#include "base/clock.h"
#include "judge/trial.h"

/* The least excess that counts, in standard deviations, and the share by which
 * a case may be slower than it was. */
#define CLEAR 3.72
#define SLOWER_SHARE 1.0

/* Seconds after which a group ends that has FEWEST launches. */
#define GROUP_SECONDS 2.0
enum { FEWEST = 5 };

/* Few pairs can't be that far apart: each must be. */
static bool
is_clear (double excess, size_t n, size_t m)
{
  const double pairs = (double)n * (double)m;
  const double most = pairs / 2 / sqrt (pairs * (double)(n + m + 1) / 12);

  return excess >= fmin (CLEAR, most - 0.01);
}

static bool
take_group (struct trial *t, struct sample_groups *s, int group)
{
  const double begin = clock_now ();

  for (uint64_t i = 0; i < t->replay.pairs; i++) {
    if (i >= FEWEST && clock_now () - begin > GROUP_SECONDS)
      break;
    if (!audit_take_loaded (t, s, group)
        || (group == LAUNCHES && !trial_judge_shown (t)))
      return false;
  }
  return true;
}

/* True when the samples are longer than those that were claimed. */
static bool
is_slower (const struct trial *t)
{
  const struct samples *now = &t->measurement.launch;
  const struct samples *claimed = &t->replay.claimed;
  const double margin = SLOWER_SHARE * samples_median (claimed);
  const size_t groups = RANKS_GROUPS;

  return is_clear (ranks_excess (now, claimed, margin),
                   now->n < groups ? now->n : groups,
                   claimed->n < groups ? claimed->n : groups);
}

static bool
reject_time (struct trial *t)
{
  return trial_end_wrong (
      t, WRONG_LESS_WORK,
      "in three fresh processes launches on inputs that are new "
      "altogether took %.3g s, others %.3g s: it keeps what "
      "earlier launches computed",
      t->audit.fresh_s, t->audit.control_s);
}

bool
replay_case (struct trial *t)
{
  struct sample_groups s = { 0 };
  bool mends;

  if (!take_group (t, &s, CONTROL) || !take_group (t, &s, LAUNCHES)) {
    sample_groups_free (&s);
    return false;
  }
  mends = is_clear (audit_loaded_excess (t, &s), s.claimed[LAUNCHES].n,
                    s.claimed[CONTROL].n);
  sample_groups_free (&s);
  t->replay.outcome = is_slower (t) ? REPLAY_IS_SLOWER
                      : mends       ? REPLAY_MENDS
                                    : REPLAY_AGREES;
  return t->replay.outcome != REPLAY_MENDS || reject_time (t);
}
