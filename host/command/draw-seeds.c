/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdbool.h>

#include "base/entropy.h"
#include "command/draw-seeds.h"
#include "record/kept-seeds.h"

static bool
lacks_seed (const struct job *job)
{
  return job->search.kind == SEARCH_RANDOM && job->search.seed == 0;
}

static bool
any_lacks_seed (const struct jobs *jobs)
{
  for (size_t i = 0; i < jobs->n; i++)
    if (lacks_seed (&jobs->job[i]))
      return true;
  return false;
}

int64_t
draw_seeds (struct jobs *jobs, const struct options *options)
{
  int64_t drawn;

  if (!any_lacks_seed (jobs))
    return 0;
  if (options->only_failed != NULL)
    kept_seeds_apply (jobs, options->only_failed);
  if (options->resume != RESUME_NOT)
    kept_seeds_apply (jobs, options->output);
  if (!any_lacks_seed (jobs))
    return 0;
  /* Few digits, to be typed. */
  drawn = (int64_t)(entropy_draw () >> 32 | 1);
  for (size_t i = 0; i < jobs->n; i++)
    if (lacks_seed (&jobs->job[i]))
      jobs->job[i].search.seed = drawn;
  return drawn;
}
