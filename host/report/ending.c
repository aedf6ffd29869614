/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/ending.h"

static void
tell_and_free (ending_fn *tell, void *user, const char *outcome, char *text)
{
  tell (user, outcome, text);
  free (text);
}

static void
tell_failure (ending_fn *tell, void *user, const struct case_record *record)
{
  char *what = describe_case (record);

  tell_and_free (
      tell, user, case_outcome (record),
      xasprintf ("%s: %s", what, text_shown (record->result.reason)));
  free (what);
}

void
ending_each (const struct groups *groups, ending_fn *tell, void *user)
{
  for (size_t i = 0; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++)
      if (!case_passes (groups->block[i].record[j]))
        tell_failure (tell, user, groups->block[i].record[j]);
  for (size_t i = 0; i < groups->n_skips; i++)
    tell_and_free (tell, user, NULL, describe_skip (&groups->skip[i]));
  for (size_t i = 0; i < groups->records->n; i++) {
    const struct fault_record *fault = records_fault_at (groups->records, i);

    if (fault != NULL)
      tell_and_free (tell, user, NULL, describe_fault (fault));
  }
  if (describe_break (groups) != NULL)
    tell (user, NULL, describe_break (groups));
}
