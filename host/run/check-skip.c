/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "run/check-skip.h"

/* The longest launch, in seconds, that a check runs.  A case has about ten. */
#define LAUNCH_SECONDS 0.1

/* The time of a launch is roughly proportional to this: the product of the
 * problem's sizes, or the cube of its only size. */
static double
problem_extent (const struct problem *problem)
{
  const struct option_list *options = &problem->job->family->options;
  double product = 1;
  int n = 0;

  for (size_t i = 0; i < options->n; i++) {
    const gk_option *o = &options->option[i];

    if (o->type == GK_INT && (o->flags & GK_OPTION_SIZE) != 0
        && o->value.i != 0) {
      product *= (double)problem->value[i].i;
      n++;
    }
  }
  return n == 1 ? pow (product, 3) : product;
}

static struct pace *
find_pace (const struct check_skip *skip, const struct case_ *c)
{
  for (size_t i = 0; i < skip->n; i++)
    if (skip->pace[i].variant == c->variant)
      return &skip->pace[i];
  return NULL;
}

const char *
check_skip_reason (const struct check_skip *skip, const struct case_ *c)
{
  const struct pace *pace = find_pace (skip, c);
  double extent = problem_extent (c->problem);

  if (pace == NULL)
    return NULL;
  if (pace->given_up)
    return "an earlier case of this variant crashed or ran out of time";
  /* A problem no larger than an earlier one is always run. */
  if (c->problem->job->large && extent > pace->extent
      && pace->seconds * extent / pace->extent > LAUNCH_SECONDS)
    return "a launch may take over 0.1 s, by what smaller sizes took; run it "
           "from a suite";
  return NULL;
}

void
check_skip_note (struct check_skip *skip, const struct case_ *c,
                 const struct case_record *record)
{
  enum status status = record->result.status;
  double seconds = case_time (record);
  double extent = problem_extent (c->problem);
  struct pace *pace = find_pace (skip, c);

  if (pace == NULL) {
    skip->pace = xgrow (skip->pace, skip->n, sizeof *skip->pace);
    pace = &skip->pace[skip->n++];
    *pace = (struct pace){ .variant = c->variant };
  }
  pace->given_up |= status == STATUS_CRASHED || status == STATUS_TIMEOUT;
  if (seconds <= 0 || extent < pace->extent
      || (extent == pace->extent && seconds > pace->seconds))
    return;
  pace->extent = extent;
  pace->seconds = seconds;
}

void
check_skip_free (struct check_skip *skip)
{
  free (skip->pace);
  *skip = (struct check_skip){ 0 };
}
