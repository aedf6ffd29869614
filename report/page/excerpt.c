/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/page/excerpt.h"

static bool
has_failed (const struct block *block)
{
  for (size_t i = 0; i < block->n; i++)
    if (!case_passes (block->record[i]))
      return true;
  return false;
}

/* The key by which rows of a block are chosen: lower ranks first, then shorter
 * times. */
struct row_rank {
  int rank;
  double time;
  unsigned row;
};

static int
compare_ranks (const void *left, const void *right)
{
  const struct row_rank *a = left, *b = right;

  if (a->rank != b->rank)
    return a->rank - b->rank;
  if (a->time != b->time)
    return a->time > b->time ? 1 : -1;
  return (a->row > b->row) - (a->row < b->row);
}

static int
compare_rows (const void *left, const void *right)
{
  const struct row_rank *a = left, *b = right;

  return (a->row > b->row) - (a->row < b->row);
}

static struct row_rank
rank_of (const struct block *block, unsigned row)
{
  const struct case_record *record = block->record[row];
  const double time = case_time (record);

  if (row == block->own_baseline.row || row == block->cpu_baseline.row)
    return (struct row_rank){ .rank = 0, .row = row };
  if (!case_passes (record))
    return (struct row_rank){ .rank = 1, .row = row };
  return (
      struct row_rank){ .rank = time > 0 ? 2 : 3, .time = time, .row = row };
}

/* The new index of a row; the new number of rows: none, or it was left out. */
static unsigned
row_after (const struct row_rank *rank, unsigned n, unsigned row)
{
  unsigned i = 0;

  while (i < n && rank[i].row != row)
    i++;
  return i;
}

/* Replaces the rows of a block by the first ones of its ranking. */
static void
cut_block (struct excerpt *e, struct block *block, unsigned rows)
{
  struct row_rank *rank = xcalloc (block->n, sizeof *rank);

  for (unsigned i = 0; i < block->n; i++)
    rank[i] = rank_of (block, i);
  qsort (rank, block->n, sizeof *rank, compare_ranks);
  qsort (rank, rows, sizeof *rank, compare_rows);
  e->cut = xcalloc (rows, sizeof *e->cut);
  for (unsigned i = 0; i < rows; i++)
    e->cut[i] = block->record[rank[i].row];
  block->own_baseline.row = row_after (rank, rows, block->own_baseline.row);
  block->cpu_baseline.row = row_after (rank, rows, block->cpu_baseline.row);
  block->record = e->cut;
  block->n = rows;
  free (rank);
}

/* Marks the blocks that fit. */
static void
choose_blocks (struct excerpt *e, const struct groups *groups, bool *chosen,
               size_t rows)
{
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < groups->n_blocks; i++) {
      const struct block *block = &groups->block[i];

      if (has_failed (block) != (pass == 0))
        continue;
      if (e->n_rows > 0 && block->n > rows - e->n_rows)
        return;
      chosen[i] = true;
      e->n_rows += block->n < rows ? block->n : rows;
    }
}

void
excerpt_make (struct excerpt *e, const struct groups *groups, size_t rows)
{
  bool *chosen = xcalloc (groups->n_blocks + 1, sizeof *chosen);
  struct groups *part = &e->groups;

  *e = (struct excerpt){ .groups = *groups, .n_all_blocks = groups->n_blocks };
  for (size_t i = 0; i < groups->n_blocks; i++)
    e->n_all_rows += groups->block[i].n;
  choose_blocks (e, groups, chosen, rows);
  part->block = xcalloc (groups->n_blocks + 1, sizeof part->block[0]);
  part->n_blocks = 0;
  e->number = xcalloc (groups->n_blocks + 1, sizeof e->number[0]);
  for (size_t i = 0; i < groups->n_blocks; i++)
    if (chosen[i]) {
      e->number[part->n_blocks] = i;
      part->block[part->n_blocks++] = groups->block[i];
    }
  free (chosen);
  if (part->n_blocks == 1 && part->block[0].n > rows)
    cut_block (e, &part->block[0], (unsigned)rows);
}

void
excerpt_free (struct excerpt *e)
{
  free (e->groups.block);
  free (e->number);
  free (e->cut);
  *e = (struct excerpt){ 0 };
}

char *
describe_excerpt (const struct excerpt *e)
{
  struct text text = { 0 };

  if (e->n_rows == e->n_all_rows)
    return NULL;
  text_add (&text,
            "%zu of %zu blocks are shown, with %zu of %zu rows: a page has at "
            "most %d rows and 5 MB. ",
            e->groups.n_blocks, e->n_all_blocks, e->n_rows, e->n_all_rows,
            EXCERPT_ROWS_MOST);
  text_add (&text, e->cut != NULL
                       ? "They are the baselines, rows that did not pass, and "
                         "the fastest; "
                       : "Those with a case that did not pass come first; ");
  text_add (&text, "--format table prints all");
  return text.data;
}
