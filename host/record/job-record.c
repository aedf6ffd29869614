/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <string.h>

#include "base/text.h"
#include "record/job-record.h"

#define ROW(member, help)                                                      \
  {                                                                            \
#member, FIELD_TEXT, BY_HOST, NULL, NULL, help,                            \
        FIELD_OFFSET(TEXT, job_record, member), NULL                           \
  }

static const struct field rows[] = {
  ROW (name, "the section"),
  ROW (note, "what reports show above it"),
};

const struct fields job_fields
    = { "job", rows, sizeof rows / sizeof rows[0], sizeof (struct job_record) };

struct items
job_records_of (struct pool *pool, const struct jobs *jobs)
{
  struct items items = { 0 };
  struct job_record *record = pool_alloc (pool, (jobs->n + 1) * sizeof *record);

  for (size_t i = 0; i < jobs->n; i++)
    if (jobs->job[i].note != NULL)
      record[items.n++] = (struct job_record){
        .name = pool_text (pool, jobs->job[i].name),
        .note = pool_text (pool, jobs->job[i].note),
      };
  if (items.n > 0)
    items.item = record;
  return items;
}

bool
job_records_same (const struct items *a, const struct items *b)
{
  const struct job_record *x = a->item, *y = b->item;

  if (a->n != b->n)
    return false;
  for (size_t i = 0; i < a->n; i++)
    if (strcmp (text_shown (x[i].name), text_shown (y[i].name)) != 0
        || strcmp (text_shown (x[i].note), text_shown (y[i].note)) != 0)
      return false;
  return true;
}
