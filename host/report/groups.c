/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "report/groups.h"
#include "report/skips.h"

static bool
same_text (const json_t *a, const json_t *b, const char *object,
           const char *key)
{
  return strcmp (record_text (a, object, key), record_text (b, object, key))
         == 0;
}

static bool
same_cache (const json_t *a, const json_t *b)
{
  return same_text (a, b, "mode", "cache");
}

static bool
same_mode (const json_t *a, const json_t *b)
{
  return same_cache (a, b) && same_text (a, b, "mode", "launch")
         && same_text (a, b, "mode", "memory")
         && same_text (a, b, "mode", "scope");
}

/* -1 for a kind of device that this host knows nothing of. */
static int
kind_of (const json_t *record)
{
  return device_kind_find (record_text (record, NULL, "device"));
}

static bool
is_on_cpu (const json_t *record)
{
  return kind_of (record) == GK_CPU;
}

static bool
is_timed (const json_t *record)
{
  double median;

  return record_time (record, &median);
}

static json_int_t
number_of (const json_t *record, const char *key)
{
  return json_integer_value (record_at (record, NULL, key));
}

static bool
same_problem (const json_t *a, const json_t *b)
{
  return number_of (a, "problem") == number_of (b, "problem");
}

/* Whoever edited or joined the records may have left them in another order. */
static int
compare (const void *left, const void *right)
{
  const json_t *a = *(const json_t *const *)left;
  const json_t *b = *(const json_t *const *)right;
  json_int_t x = number_of (a, "problem"), y = number_of (b, "problem");

  if (x == y) {
    x = number_of (a, "case");
    y = number_of (b, "case");
  }
  return (x > y) - (x < y);
}

static void
add_record (struct block *block, const json_t *record)
{
  block->record = xgrow (block->record, block->n, sizeof block->record[0]);
  block->record[block->n++] = record;
}

static struct block *
add_block (struct groups *groups, const json_t *head)
{
  struct block *block;

  groups->block
      = xgrow (groups->block, groups->n_blocks, sizeof groups->block[0]);
  block = &groups->block[groups->n_blocks++];
  *block = (struct block){ .head = head };
  return block;
}

/* The block, from the given one on, that a record belongs to; NULL when there
 * is none yet. */
static struct block *
find_block (const struct groups *groups, size_t from, const json_t *record)
{
  for (size_t i = from; i < groups->n_blocks; i++) {
    struct block *block = &groups->block[i];

    if (is_on_cpu (record)
            ? same_cache (block->head, record)
            : same_mode (block->head, record)
                  && same_text (block->head, record, NULL, "device"))
      return block;
  }
  return NULL;
}

/* The best row to compare a block with: a row of that name in the block, else
 * in another with the same cache, else anywhere in the problem. */
static const json_t *
find_baseline (const struct block *block, const struct groups *groups,
               size_t from, const char *name)
{
  const json_t *best = NULL;
  int best_rank = 0;

  for (size_t i = from; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++) {
      const json_t *record = groups->block[i].record[j];
      int rank = &groups->block[i] == block                        ? 3
                 : same_cache (groups->block[i].head, block->head) ? 2
                                                                   : 1;

      if (rank > best_rank && is_timed (record)
          && strcmp (record_text (record, NULL, "variant"), name) == 0) {
        best = record;
        best_rank = rank;
      }
    }
  return best;
}

static bool
holds (const struct block *block, const json_t *record)
{
  for (size_t i = 0; i < block->n; i++)
    if (block->record[i] == record)
      return true;
  return false;
}

/* Sets the baselines of a problem, whose records are in suite order. */
static void
set_baselines (struct groups *groups, size_t from, const json_t **record,
               size_t n)
{
  const char *asked = record_text (record[0], NULL, "baseline");
  const char *first = "";

  for (size_t i = 0; i < n && first[0] == '\0'; i++)
    if (is_timed (record[i]))
      first = record_text (record[i], NULL, "variant");
  for (size_t i = from; i < groups->n_blocks; i++) {
    struct block *block = &groups->block[i];

    if (asked[0] != '\0')
      block->baseline = find_baseline (block, groups, from, asked);
    if (block->baseline == NULL) {
      block->baseline = find_baseline (block, groups, from, first);
      block->missing = asked[0] != '\0' ? asked : NULL;
    }
    block->own_baseline = holds (block, block->baseline);
  }
}

/* Adds the blocks of one problem.  The CPU's records need the others' blocks to
 * be there, yet rows keep the order of the suite. */
static void
add_problem (struct groups *groups, const json_t **record, size_t n)
{
  size_t from = groups->n_blocks;

  for (int cpu = 0; cpu <= 1; cpu++)
    for (size_t i = 0; i < n; i++)
      if (is_on_cpu (record[i]) == (cpu == 1)
          && find_block (groups, from, record[i]) == NULL)
        add_block (groups, record[i]);
  for (size_t i = 0; i < n; i++)
    add_record (find_block (groups, from, record[i]), record[i]);
  set_baselines (groups, from, record, n);
}

static void
add_problems (struct groups *groups, const json_t **record, size_t n)
{
  size_t end;

  /* Not even a pointer to sort where all were skipped. */
  if (n == 0)
    return;
  qsort (record, n, sizeof record[0], compare);
  for (size_t i = 0; i < n; i = end) {
    for (end = i + 1; end < n && same_problem (record[i], record[end]);)
      end++;
    add_problem (groups, record + i, end - i);
  }
}

static void
add_variant (struct skip *skip, const char *variant)
{
  for (size_t i = 0; i < skip->n_variants; i++)
    if (strcmp (skip->variant[i], variant) == 0)
      return;
  skip->variant
      = xgrow (skip->variant, skip->n_variants, sizeof skip->variant[0]);
  skip->variant[skip->n_variants++] = variant;
}

/* The map from reasons to numbers keeps a run of many cases, each skipped for a
 * reason of its own, from taking the square of their number. */
static void
add_skip (struct groups *groups, json_t *reasons, const json_t *record)
{
  const char *reason = record_text (record, NULL, "reason");
  int kind = kind_of (record);
  const json_t *number = json_object_get (reasons, reason);
  struct skip *skip;

  if (number == NULL) {
    json_object_set_new (reasons, reason,
                         json_integer ((json_int_t)groups->n_skips));
    groups->skip = xgrow (groups->skip, groups->n_skips, sizeof *skip);
    skip = &groups->skip[groups->n_skips++];
    *skip = (struct skip){ .reason = reason,
                           .plugin = record_text (record, NULL, "plugin") };
  } else
    skip = &groups->skip[json_integer_value (number)];
  skip->n++;
  if (kind >= 0)
    skip->of_kind[kind]++;
  add_variant (skip, record_text (record, NULL, "variant"));
}

void
groups_make (struct groups *groups, const json_t *records)
{
  const json_t **shown = NULL;
  size_t n_shown = 0, i;
  const json_t *record;
  json_t *reasons = json_object ();

  *groups = (struct groups){ .run = record_find (records, "run"),
                             .end = record_find (records, "end") };
  json_array_foreach (records, i, record)
  {
    enum status status = record_status (record);

    if (!record_is_case (record))
      continue;
    groups->n_cases++;
    groups->count[status]++;
    if (status == STATUS_SKIPPED) {
      add_skip (groups, reasons, record);
      continue;
    }
    shown = xgrow (shown, n_shown, sizeof shown[0]);
    shown[n_shown++] = record;
  }
  skips_merge (groups);
  add_problems (groups, shown, n_shown);
  free (shown);
  json_decref (reasons);
}

void
groups_free (struct groups *groups)
{
  for (size_t i = 0; i < groups->n_blocks; i++)
    free (groups->block[i].record);
  free (groups->block);
  for (size_t i = 0; i < groups->n_skips; i++) {
    free (groups->skip[i].plugins);
    free (groups->skip[i].variant);
  }
  free (groups->skip);
  *groups = (struct groups){ 0 };
}
