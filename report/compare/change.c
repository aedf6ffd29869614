/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "report/compare/change.h"

static const char *const changes[] = { [CHANGE_UNSURE] = "unsure",
                                       [CHANGE_SAME] = "same",
                                       [CHANGE_FASTER] = "faster",
                                       [CHANGE_SLOWER] = "slower" };

const struct names change_names
    = { changes, sizeof changes / sizeof changes[0] };

/* How probable a false alarm may be, to each side, in all cases together. */
#define ALARM 0.025
/* A single case has no more of that than one of so many: people ask again
 * until they see what they fear. */
enum { FEWEST_CASES = 10 };

/* What would be told of a case, and how probable it is by chance alone. */
struct possible_change {
  struct case_change *of;
  enum change change;
  double chance;
};

static struct possible_change
possible_change_of (struct case_change *c, double edge)
{
  struct estimate up = c->estimate, down = c->estimate;
  struct possible_change claim = { .of = c, .change = CHANGE_SLOWER };

  down.log = -down.log;
  claim.chance = estimate_chance (up, edge + c->allowance);
  if (down.log > 0) {
    claim.change = CHANGE_FASTER;
    claim.chance = estimate_chance (down, edge + c->allowance);
  }
  return claim;
}

static int
compare_chances (const void *left, const void *right)
{
  const struct possible_change *a = left, *b = right;

  return (a->chance > b->chance) - (a->chance < b->chance);
}

/* All of the interval lies within the margin. */
static enum change
same_or_unsure (const struct case_change *c, double edge)
{
  struct interval i = estimate_interval (c->estimate);

  return log (i.high) + c->allowance < edge
                 && log (i.low) - c->allowance > -edge
             ? CHANGE_SAME
             : CHANGE_UNSURE;
}

/* Holm's way: the least probable is held against the whole number of cases, the
 * next against one less, until one is probable enough to be chance. */
void
changes_decide (struct case_change *c, size_t n, double margin)
{
  const double edge = log1p (margin);
  struct possible_change *claim = xcalloc (n + 1, sizeof *claim);
  size_t i;

  for (i = 0; i < n; i++)
    claim[i] = possible_change_of (&c[i], edge);
  qsort (claim, n, sizeof *claim, compare_chances);
  for (i = 0; i < n; i++) {
    size_t left = n - i > FEWEST_CASES ? n - i : FEWEST_CASES;

    if (claim[i].chance > ALARM / (double)left)
      break;
    claim[i].of->change = claim[i].change;
  }
  for (; i < n; i++)
    claim[i].of->change = same_or_unsure (claim[i].of, edge);
  free (claim);
}
