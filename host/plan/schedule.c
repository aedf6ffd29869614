/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/xalloc.h"
#include "plan/schedule.h"

/* ---- Lanes ---- */

static bool
runs_alone (const struct case_ *c)
{
  int ordinal;

  return c->skip != NULL || device_kind_of (c->device, &ordinal) == GK_CPU;
}

/* Returns the list of a device; adds an empty one for a new device. */
static struct indices *
indices_of (struct lanes *lanes, const char *device)
{
  for (size_t i = 0; i < lanes->n; i++)
    if (strcmp (lanes->device[i], device) == 0)
      return &lanes->of[i];
  lanes->device = xgrow (lanes->device, lanes->n, sizeof *lanes->device);
  lanes->of = xgrow (lanes->of, lanes->n, sizeof *lanes->of);
  lanes->device[lanes->n] = device;
  lanes->of[lanes->n] = (struct indices){ 0 };
  return &lanes->of[lanes->n++];
}

void
lanes_make (struct lanes *lanes, const struct cases *cases, const size_t *index,
            size_t n)
{
  *lanes = (struct lanes){ 0 };
  for (size_t i = 0; i < n; i++) {
    const struct case_ *c = &cases->case_[index[i]];
    struct indices *of
        = runs_alone (c) ? &lanes->alone : indices_of (lanes, c->device);

    XAPPEND (of->index, of->n) = index[i];
  }
}

void
lanes_free (struct lanes *lanes)
{
  for (size_t i = 0; i < lanes->n; i++)
    free (lanes->of[i].index);
  free (lanes->alone.index);
  free (lanes->device);
  free (lanes->of);
}

/* ---- The order of cases ---- */

static void
shuffle_indices (size_t *index, size_t n)
{
  for (size_t i = n; i > 1; i--) {
    size_t j = (size_t)(entropy_draw () % i), other = index[j];

    index[j] = index[i - 1];
    index[i - 1] = other;
  }
}

size_t *
schedule_make (const struct cases *cases)
{
  size_t *order = xcalloc (cases->n + 1, sizeof *order);
  size_t end;

  for (size_t i = 0; i < cases->n; i++)
    order[i] = i;
  for (size_t i = 0; i < cases->n; i = end) {
    end = cases_round_end (cases, i);
    if (cases->case_[i].problem->job->settings.rounds > 1)
      shuffle_indices (order + i, end - i);
  }
  return order;
}
