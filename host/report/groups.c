/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/groups.h"
#include "report/skips.h"

/* Texts of records are compared by address: each is kept once. */

static bool
is_on_cpu (const struct case_record *record)
{
  return device_kind_find (record->device) == GK_CPU;
}

static enum cache
cache_of (const struct case_record *record)
{
  return case_record_settings (record).mode.cache;
}

static void
add_record (struct block *block, const struct case_record *record)
{
  block->record = xgrow (block->record, block->n, sizeof block->record[0]);
  block->record[block->n++] = record;
}

/* What decides on a block of a problem. */
struct block_key {
  const char *device; /* NULL: the CPU's rows, which stand in any */
  struct mode mode;
};

/* The blocks of a problem on their way. */
struct grouping {
  struct groups *groups;
  struct block_key *key; /* of each entry of the map */
  struct map blocks;
};

/* What the CPU would do in the record's mode; of what other devices lack, what
 * it does by itself. */
static struct mode
cpu_mode (const struct case_record *record)
{
  struct mode mode = case_record_settings (record).mode;

  if (!is_on_cpu (record))
    mode.pages = PAGES_HUGE;
  return device_kind_mode (GK_CPU, mode);
}

static struct block_key
key_of (const struct case_record *record)
{
  struct block_key key;

  memset (&key, 0, sizeof key);
  if (is_on_cpu (record)) {
    key.mode = cpu_mode (record);
    return key;
  }
  key.device = text_shown (record->device);
  key.mode = case_record_settings (record).mode;
  return key;
}

/* The number of the block of that key, which becomes the given one where there
 * is none. */
static size_t
number_at (struct grouping *g, const struct block_key *key, size_t number)
{
  size_t before = g->blocks.n;
  struct map_entry *entry = map_at (&g->blocks, key, sizeof *key);

  if (g->blocks.n > before) {
    entry->key = memcpy (&g->key[before], key, sizeof *key);
    entry->number = number;
  }
  return entry->number;
}

/* The number of the block that a record belongs to, which is added where there
 * is none yet. */
static size_t
block_of (struct grouping *g, const struct case_record *record)
{
  struct groups *groups = g->groups;
  struct block_key key = key_of (record);
  size_t next = groups->n_blocks, number = number_at (g, &key, next);

  if (number < next)
    return number;
  groups->block = xgrow (groups->block, next, sizeof groups->block[0]);
  groups->block[groups->n_blocks++] = (struct block){ .head = record };
  /* The first of what is one mode to the CPU has the CPU's rows. */
  key.device = NULL;
  key.mode = cpu_mode (record);
  number_at (g, &key, next);
  return number;
}

/* The first timed rows of a variant in a problem: those to compare a block with
 * that has none of its own. */
struct first_rows {
  const char *variant;
  const struct case_record *of_cache[CACHE_HOT + 1], *of_any;
};

static bool
is_row_of (const struct case_record *record, const char *variant)
{
  return record->variant == variant && case_time (record) > 0;
}

static struct first_rows
find_first_rows (const struct groups *groups, size_t from, const char *variant)
{
  struct first_rows first = { .variant = variant };

  for (size_t i = from; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++) {
      const struct case_record *record = groups->block[i].record[j];
      enum cache cache = cache_of (groups->block[i].head);

      if (!is_row_of (record, variant))
        continue;
      if (first.of_any == NULL)
        first.of_any = record;
      if (first.of_cache[cache] == NULL)
        first.of_cache[cache] = record;
    }
  return first;
}

/* The best row to compare a block with: one in the block, else one in another
 * with the same cache, else one anywhere in the problem. */
static void
set_baseline (struct block *block, const struct first_rows *first)
{
  enum cache cache = cache_of (block->head);

  for (size_t i = 0; i < block->n; i++)
    if (is_row_of (block->record[i], first->variant)) {
      block->baseline = block->record[i];
      block->own_baseline = true;
      return;
    }
  block->baseline
      = first->of_cache[cache] != NULL ? first->of_cache[cache] : first->of_any;
}

/* Sets the baselines of a problem, whose records are in suite order. */
static void
set_baselines (struct groups *groups, size_t from,
               const struct case_record **record, size_t n)
{
  const char *asked = record[0]->baseline;
  struct first_rows of_asked = { 0 }, of_first = { 0 };

  if (asked != NULL)
    of_asked = find_first_rows (groups, from, asked);
  for (size_t i = 0; i < n; i++)
    if (case_time (record[i]) > 0) {
      of_first = find_first_rows (groups, from, record[i]->variant);
      break;
    }
  for (size_t i = from; i < groups->n_blocks; i++) {
    struct block *block = &groups->block[i];

    if (of_asked.of_any != NULL)
      set_baseline (block, &of_asked);
    else {
      set_baseline (block, &of_first);
      block->missing = asked;
    }
  }
}

/* Adds the blocks of one problem.  The CPU's records need the others' blocks to
 * be there, yet rows keep the order of the suite. */
static void
add_problem (struct groups *groups, const struct case_record **record, size_t n)
{
  size_t from = groups->n_blocks;
  /* A block has two keys. */
  struct grouping g
      = { .groups = groups, .key = xmalloc (2 * n * sizeof *g.key) };

  for (int cpu = 0; cpu <= 1; cpu++)
    for (size_t i = 0; i < n; i++)
      if (is_on_cpu (record[i]) == (cpu == 1))
        block_of (&g, record[i]);
  for (size_t i = 0; i < n; i++) {
    size_t number = block_of (&g, record[i]);

    add_record (&groups->block[number], record[i]);
  }
  set_baselines (groups, from, record, n);
  map_free (&g.blocks);
  free (g.key);
}

static void
count (struct groups *groups, const struct case_record *record)
{
  groups->n_cases++;
  groups->count[record->result.status]++;
  groups->n_suspect += case_suspect (record);
}

static void
add_problems (struct groups *groups)
{
  const struct rounds *rounds = &groups->rounds;

  for (size_t i = 0, end; i < rounds->n; i = end) {
    end = rounds_problem_end (rounds, i);
    add_problem (groups, rounds->record + i, end - i);
  }
}

static void
number_devices (struct groups *groups)
{
  const struct device_record *device
      = groups->run != NULL ? groups->run->devices.item : NULL;

  for (size_t i = 0; device != NULL && i < groups->run->devices.n; i++) {
    const char *name = text_shown (device[i].name);
    size_t before = groups->devices.n;
    struct map_entry *entry
        = map_at (&groups->devices, name, strlen (name) + 1);

    if (groups->devices.n > before)
      entry->number = i;
  }
}

const struct device_record *
groups_device (const struct groups *groups, const struct case_record *record)
{
  const char *name = text_shown (record->device);
  const struct map_entry *entry
      = map_find (&groups->devices, name, strlen (name) + 1);

  return entry != NULL ? (const struct device_record *)groups->run->devices.item
                             + entry->number
                       : NULL;
}

/* What is said of a job.  Its blocks may lie apart in records of anyone's
 * making: it is shown once all the same. */
static void
set_notes (struct groups *groups)
{
  const struct items jobs
      = groups->run != NULL ? groups->run->jobs : (struct items){ 0 };
  const struct job_record *job = jobs.item;
  struct map first = { 0 }; /* blocks, by their job */

  for (size_t i = 0; jobs.n > 0 && i < groups->n_blocks; i++) {
    const char *name = text_shown (groups->block[i].head->job);
    size_t before = first.n;
    struct map_entry *entry = map_at (&first, name, strlen (name) + 1);

    if (first.n > before)
      entry->number = i;
  }
  for (size_t i = 0; i < jobs.n; i++) {
    const char *name = text_shown (job[i].name);
    const struct map_entry *entry = map_find (&first, name, strlen (name) + 1);

    if (entry == NULL)
      continue;
    groups->block[entry->number].job = &job[i];
    groups->searched |= job[i].search != NULL;
  }
  map_free (&first);
}

void
groups_make (struct groups *groups, const struct records *records)
{
  *groups = (struct groups){ .records = records,
                             .run = records_run (records),
                             .end = records_end (records) };
  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *record = records_case (records, i);

    if (record != NULL && !case_ran (record))
      count (groups, record);
  }
  rounds_make (&groups->rounds, records, NULL);
  for (size_t i = 0; i < groups->rounds.n; i++)
    count (groups, groups->rounds.record[i]);
  number_devices (groups);
  add_problems (groups);
  set_notes (groups);
  skips_make (groups, records);
}

void
groups_free (struct groups *groups)
{
  for (size_t i = 0; i < groups->n_blocks; i++)
    free (groups->block[i].record);
  free (groups->block);
  for (size_t i = 0; i < groups->n_skips; i++) {
    free (groups->skip[i].variant);
    free (groups->skip[i].plugin);
  }
  free (groups->skip);
  map_free (&groups->devices);
  rounds_free (&groups->rounds);
  *groups = (struct groups){ 0 };
}
