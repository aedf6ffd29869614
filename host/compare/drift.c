/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "compare/drift.h"

static bool
is_peer (const struct match *match)
{
  return match->old != NULL && match->new != NULL
         && match->old->peer == FLAG_YES && match->new->peer == FLAG_YES;
}

bool
drift_is_of_libraries (const struct match *match)
{
  const char *was, *is;

  if (!is_peer (match))
    return false;
  was = match->old->result.library;
  is = match->new->result.library;
  return was != NULL && is != NULL && strcmp (was, is) != 0;
}

bool
drift_is_control (const struct match *match)
{
  return is_peer (match) && !drift_is_of_libraries (match);
}

/* Texts and settings of one run are kept once. */
static bool
same_device (const struct case_record *a, const struct case_record *b)
{
  return a->device == b->device;
}

static bool
same_problem (const struct case_record *a, const struct case_record *b)
{
  return same_device (a, b) && a->family == b->family && a->params == b->params
         && mode_same (case_record_settings (a).mode,
                       case_record_settings (b).mode);
}

bool
drift_of (const struct match *match, const struct estimate *estimate,
          const bool *timed, size_t n, size_t i, struct estimate *drift)
{
  struct estimate *near = xcalloc (n + 1, sizeof *near);
  struct estimate *all = xcalloc (n + 1, sizeof *all);
  size_t n_near = 0, n_all = 0;

  for (size_t j = 0; j < n; j++) {
    if (!timed[j] || !drift_is_control (&match[j])
        || !same_device (match[i].old, match[j].old))
      continue;
    all[n_all++] = estimate[j];
    if (same_problem (match[i].old, match[j].old))
      near[n_near++] = estimate[j];
  }
  if (n_near > 0)
    *drift = estimate_mean (near, n_near);
  else if (n_all > 0)
    *drift = estimate_mean (all, n_all);
  free (near);
  free (all);
  return n_all > 0;
}
