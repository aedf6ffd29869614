/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "compare.h"
#include "threads.h"
#include "written.h"

static const struct compared nothing
    = { .bad = INT64_MAX, .columns.first = INT64_MAX };

static void
join_compared (struct compared *all, const struct compared *part)
{
  all->bad = part->bad < all->bad ? part->bad : all->bad;
  columns_join (&all->columns, &part->columns);
  folds_join (&all->folds, &part->folds);
}

struct compared
compare_rows (const struct columns_measured *columns,
              const struct folds_measured *folds, const uint8_t poison[8])
{
  const struct matrix *c = columns->c;
  struct compared all = nothing;

#pragma omp parallel if (is_worth_threads(c->rows * c->cols * STEPS_READ))
  {
    struct compared part = nothing;

#pragma omp for schedule(static)
    for (int64_t i = 0; i < c->rows; i++) {
      /* First, since it has arithmetic to do while the row arrives. */
      if (folds->folds != NULL)
        folds_compare (folds, i, &part.folds);
      if (i < part.bad && written_has_bad (c, i, 0, c->cols, poison))
        part.bad = i;
      columns_compare (columns, i, &part.columns);
    }
#pragma omp critical
    join_compared (&all, &part);
  }
  return all;
}
