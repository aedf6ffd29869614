/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/summary.h"

static void
list_and_free (summary_item_fn *print, void *user, const char *outcome,
               char *text)
{
  print (user, outcome, text);
  free (text);
}

static void
list_failure (summary_item_fn *print, void *user,
              const struct case_record *record)
{
  char *what = describe_case (record);

  list_and_free (
      print, user, case_outcome (record),
      xasprintf ("%s: %s", what, text_or_empty (record->result.reason)));
  free (what);
}

void
summary_list_items (const struct groups *groups, summary_item_fn *print,
                    void *user)
{
  for (size_t i = 0; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++)
      if (!case_passes (groups->block[i].record[j]))
        list_failure (print, user, groups->block[i].record[j]);
  for (size_t i = 0; i < groups->n_skips; i++)
    list_and_free (print, user, NULL, describe_skip (&groups->skip[i]));
  for (size_t i = 0; i < groups->records->n; i++) {
    const struct fault_record *fault = records_fault_at (groups->records, i);

    if (fault != NULL)
      list_and_free (print, user, NULL, describe_fault (fault));
  }
  if (describe_break (groups) != NULL)
    print (user, NULL, describe_break (groups));
}
