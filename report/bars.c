/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/bars.h"
#include "report/table-view.h"

/* So many characters, each in eighths. */
enum { WIDTH = 8, PARTS = 8 };

static char *
bar_text (double share)
{
  static const char *const part[PARTS]
      = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
  /* What is there is seen, however little it is. */
  const int parts = (int)fmax (1, lround (share * WIDTH * PARTS));
  struct text text = { 0 };

  for (int i = 0; i < parts / PARTS; i++)
    text_add (&text, "█");
  text_add (&text, "%s", part[parts % PARTS]);
  return text.data;
}

void
bars_show (struct grid *grid, const struct block *block)
{
  double least = 0;

  for (size_t i = 0; i < block->n; i++) {
    const double time = case_time_shown (block->record[i]);

    if (time > 0 && (least <= 0 || time < least))
      least = time;
  }
  grid->head[COLUMN_BAR] = "speed";
  for (size_t i = 0; i < block->n; i++) {
    const double time = case_time_shown (block->record[i]);

    if (!(time > 0))
      continue;
    free (grid->cell[i][COLUMN_BAR]);
    grid->cell[i][COLUMN_BAR] = bar_text (least / time);
  }
}
