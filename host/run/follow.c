/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/xalloc.h"
#include "run/follow.h"

bool
descent_follow (struct descent *d, const struct descent_cases *of,
                const struct case_record *const *result)
{
  bool whole = true;

  while (whole && d->n_line > 0) {
    double *seconds = xcalloc (d->n_line, sizeof *seconds);

    for (size_t i = 0; i < d->n_line; i++) {
      const struct case_record *record = result[of->first + d->line[i]];

      whole &= record != NULL;
      seconds[i] = record != NULL ? case_time (record) : 0;
    }
    if (whole)
      descent_take (d, seconds);
    free (seconds);
  }
  return whole;
}

bool
descent_is_over (const struct descent_cases *of,
                 const struct case_record *const *result)
{
  struct descent descent;
  bool over;

  descent_start (&descent, of->variant);
  over = descent_follow (&descent, of, result);
  descent_free (&descent);
  return over;
}

struct remaining_cases
count_remaining (const struct cases *cases,
                 const struct case_record *const *result)
{
  struct remaining_cases left = { 0 };

  for (size_t i = 0; i < cases->n; i++)
    left.n += result[i] == NULL;
  for (size_t i = 0; i < cases->n_descents; i++) {
    const struct descent_cases *of = &cases->descent[i];

    if (!descent_is_over (of, result)) {
      left.at_most = true;
      continue;
    }
    for (size_t j = of->first; j < of->first + of->n; j++)
      left.not_to += result[j] == NULL;
  }
  left.n -= left.not_to;
  return left;
}
