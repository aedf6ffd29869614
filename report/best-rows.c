/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "report/best-rows.h"

/* Peers are references and never the best: the fastest other row counts, as in
 * fastest.h.  A suspect row has no time. */
static const struct case_record *
find_best (const struct block *block, bool cpu)
{
  const struct case_record *best = NULL;

  for (size_t i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];

    if (record_is_on_cpu (record) == cpu && record->peer != FLAG_YES
        && case_time (record) > 0
        && (best == NULL || case_time (record) < case_time (best)))
      best = record;
  }
  return best;
}

bool
best_rows_find (struct best_rows *best, const struct block *block,
                const struct rounds *rounds)
{
  const struct case_record *cpu = find_best (block, true);
  const struct case_record *gpu = find_best (block, false);
  bool gpu_leads;

  if (cpu == NULL || gpu == NULL)
    return false;
  gpu_leads = case_time (gpu) <= case_time (cpu);
  best->faster = gpu_leads ? gpu : cpu;
  best->slower = gpu_leads ? cpu : gpu;
  best->ground = row_ratio (rounds, best->slower, best->faster, &best->ratio);
  return true;
}
