/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "report/groups.h"

/* Texts of records are interned and compared by address. */

bool
record_is_on_cpu (const struct case_record *record)
{
  return device_kind_find (record->device) == GK_CPU;
}

/* Identifies a block among those of a problem. */
struct block_key {
  const char *device; /* NULL: the block that takes the CPU's rows */
  struct mode mode;
};

/* The blocks of a problem while they are made. */
struct grouping {
  struct groups *groups;
  struct block_key *key; /* of each entry of the map */
  struct map blocks;
};

/* The CPU's equivalent of a record's mode; other devices have no pages, so
 * theirs become the CPU's default. */
static struct mode
cpu_mode (const struct case_record *record)
{
  struct mode mode = case_record_settings (record).mode;

  if (!record_is_on_cpu (record))
    mode.pages = PAGES_HUGE;
  return device_kind_mode (GK_CPU, mode);
}

static struct block_key
key_of (const struct case_record *record)
{
  struct block_key key;

  memset (&key, 0, sizeof key);
  if (record_is_on_cpu (record)) {
    key.mode = cpu_mode (record);
    return key;
  }
  key.device = text_or_empty (record->device);
  key.mode = case_record_settings (record).mode;
  return key;
}

/* Returns the number of the key's block; a new key gets the given number. */
static size_t
number_at (struct grouping *g, const struct block_key *key, size_t number)
{
  size_t before = g->blocks.n;
  struct map_entry *entry = map_find_or_add (&g->blocks, key, sizeof *key);

  if (g->blocks.n > before) {
    entry->key = memcpy (&g->key[before], key, sizeof *key);
    entry->number = number;
  }
  return entry->number;
}

/* Returns the number of a record's block; adds the block when it is new. */
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
  /* The CPU's rows go to the first block that has their mode. */
  key.device = NULL;
  key.mode = cpu_mode (record);
  number_at (g, &key, next);
  return number;
}

const struct case_record *
block_baseline_row (const struct block *block, struct device_baseline baseline)
{
  return baseline.row < block->n ? block->record[baseline.row] : NULL;
}

const struct case_record *
block_baseline (const struct block *block, const struct case_record *record)
{
  return block_baseline_row (block, record_is_on_cpu (record)
                                        ? block->cpu_baseline
                                        : block->own_baseline);
}

/* The rows that a baseline is chosen from. */
struct candidates {
  const struct block *block;
  bool cpu; /* rows of the CPU, else those of other devices */
};

/* The first row of a variant (NULL: of any) with a time, or without one when
 * timed is false; the block's n: there is none. */
static unsigned
find_row (const struct candidates *candidates, const char *variant, bool timed)
{
  const struct block *block = candidates->block;
  unsigned i;

  for (i = 0; i < block->n; i++) {
    const struct case_record *record = block->record[i];

    if (record_is_on_cpu (record) == candidates->cpu
        && (case_time (record) > 0) == timed
        && (variant == NULL
            || strcmp (text_or_empty (record->variant), variant) == 0))
      break;
  }
  return i;
}

/* The same for the first of several variants that has such a row. */
static unsigned
find_named_row (const struct candidates *candidates, const struct list *names,
                bool timed)
{
  unsigned none = candidates->block->n, row = none;

  for (size_t i = 0; i < names->n && row == none; i++)
    row = find_row (candidates, names->item[i], timed);
  return row;
}

/* The baselines that a job names. */
struct named {
  const char *text; /* as the job writes them; NULL: none */
  struct list names;
  bool timed; /* one of them has a time somewhere in the problem */
};

static struct device_baseline
choose_baseline (struct block *block, bool cpu, const struct named *named)
{
  const struct candidates candidates = { block, cpu };
  unsigned row = find_named_row (&candidates, &named->names, true);
  unsigned failed;
  const char *missing = NULL;

  if (row < block->n)
    return (struct device_baseline){ .row = row };
  row = find_row (&candidates, NULL, true);
  /* A baseline that does not run on this device is no fault; one that failed,
   * or ran nowhere, is worth a line. */
  failed = find_named_row (&candidates, &named->names, false);
  if (failed < block->n)
    missing = block->record[failed]->variant;
  else if (!named->timed)
    missing = named->text;
  if (block->missing == NULL && row < block->n)
    block->missing = missing;
  return (struct device_baseline){ .row = row, .missing = missing != NULL };
}

static void
read_named (struct named *named, const struct groups *groups, size_t from,
            const char *text)
{
  *named = (struct named){ .text = text };
  if (text == NULL || !list_split (&named->names, text))
    return;
  for (size_t i = from; i < groups->n_blocks && !named->timed; i++)
    for (int cpu = 0; cpu <= 1 && !named->timed; cpu++) {
      const struct candidates candidates = { &groups->block[i], cpu == 1 };

      named->timed = find_named_row (&candidates, &named->names, true)
                     < groups->block[i].n;
    }
}

/* Sets the baselines of a problem's blocks, from number from on. */
static void
set_baselines (struct groups *groups, size_t from, const char *text)
{
  struct named named;

  read_named (&named, groups, from, text);
  for (size_t i = from; i < groups->n_blocks; i++) {
    struct block *block = &groups->block[i];

    block->own_baseline = choose_baseline (block, false, &named);
    block->cpu_baseline = choose_baseline (block, true, &named);
  }
  list_free (&named.names);
}

/* Adds the blocks of one problem: first blocks for GPUs, into which the CPU's
 * rows may go, then all rows in the order of the suite. */
static void
add_problem (struct groups *groups, const struct case_record **record, size_t n)
{
  size_t from = groups->n_blocks;
  /* A block has two keys. */
  struct grouping g
      = { .groups = groups, .key = xmalloc (2 * n * sizeof *g.key) };

  for (int cpu = 0; cpu <= 1; cpu++)
    for (size_t i = 0; i < n; i++)
      if (record_is_on_cpu (record[i]) == (cpu == 1))
        block_of (&g, record[i]);
  for (size_t i = 0; i < n; i++) {
    struct block *block = &groups->block[block_of (&g, record[i])];

    XAPPEND (block->record, block->n) = record[i];
  }
  set_baselines (groups, from, record[0]->baseline);
  map_free (&g.blocks);
  free (g.key);
}

static void
count_case (struct groups *groups, const struct case_record *record)
{
  groups->n_cases++;
  groups->count[record->result.status]++;
  groups->n_suspect += case_is_suspect (record);
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
    const char *name = text_or_empty (device[i].name);
    size_t before = groups->devices.n;
    struct map_entry *entry
        = map_find_or_add (&groups->devices, name, strlen (name) + 1);

    if (groups->devices.n > before)
      entry->number = i;
  }
}

const struct device_record *
groups_device (const struct groups *groups, const struct case_record *record)
{
  const char *name = text_or_empty (record->device);
  const struct map_entry *entry
      = map_find (&groups->devices, name, strlen (name) + 1);

  return entry != NULL ? (const struct device_record *)groups->run->devices.item
                             + entry->number
                       : NULL;
}

/* Attaches each job's notes to its first block.  Records of another origin may
 * have a job's blocks apart: its notes are still shown once. */
static void
set_notes (struct groups *groups)
{
  const struct items jobs
      = groups->run != NULL ? groups->run->jobs : (struct items){ 0 };
  const struct job_record *job = jobs.item;
  struct map first = { 0 }; /* the first block of each job */

  for (size_t i = 0; jobs.n > 0 && i < groups->n_blocks; i++) {
    const char *name = text_or_empty (groups->block[i].head->job);
    size_t before = first.n;
    struct map_entry *entry = map_find_or_add (&first, name, strlen (name) + 1);

    if (first.n > before)
      entry->number = i;
  }
  for (size_t i = 0; i < jobs.n; i++) {
    const char *name = text_or_empty (job[i].name);
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
      count_case (groups, record);
  }
  rounds_make (&groups->rounds, records, NULL);
  for (size_t i = 0; i < groups->rounds.n; i++)
    count_case (groups, groups->rounds.record[i]);
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

/* The skips while they are made: the numbers of reasons, and the variants and
 * plugins that each has already. */
struct skipping {
  struct groups *groups;
  struct pool pool;
  struct map reasons, named;
};

enum skip_named { A_VARIANT, A_PLUGIN };

/* True the first time that a skip gets this variant or plugin. */
static bool
is_new (struct skipping *s, size_t skip, enum skip_named what, const char *text)
{
  const struct named_key {
    size_t skip, what;
    const char *text;
  } key = { skip, what, text };
  size_t before = s->named.n;
  struct map_entry *entry = map_find_or_add (&s->named, &key, sizeof key);

  if (s->named.n == before)
    return false;
  entry->key = pool_intern (&s->pool, &key, sizeof key);
  return true;
}

static void
append_text (const char ***list, size_t *n, const char *text)
{
  *list = xgrow (*list, *n, sizeof (*list)[0]);
  (*list)[(*n)++] = text_or_empty (text);
}

/* The number of a reason with that status, apart from the plugin's name. */
static size_t
number_of_reason (struct skipping *s, enum status status, const char *reason,
                  const char *plugin)
{
  const char *name = plugin[0] != '\0' ? strstr (reason, plugin) : NULL;
  size_t before = s->reasons.n;
  struct map_entry *entry;
  char *key = name == NULL ? xasprintf ("%d\n%s", (int)status, reason)
                           : xasprintf ("%d\n%.*s\n%s", (int)status,
                                        (int)(name - reason), reason,
                                        name + strlen (plugin));

  entry = map_find_or_add (&s->reasons, key, strlen (key) + 1);
  if (s->reasons.n > before)
    entry->key = pool_text (&s->pool, key);
  free (key);
  return entry->number;
}

static void
add_skip (struct skipping *s, const struct case_record *record)
{
  struct groups *groups = s->groups;
  const char *reason = text_or_empty (record->result.reason);
  const char *plugin = text_or_empty (record->plugin);
  size_t number = number_of_reason (s, record->result.status, reason, plugin);
  /* -1 for a kind of device that this build does not know. */
  int kind = device_kind_find (record->device);
  struct skip *skip;

  if (number == groups->n_skips) {
    XAPPEND (groups->skip, groups->n_skips)
        = (struct skip){ .status = record->result.status, .reason = reason };
  }
  skip = &groups->skip[number];
  skip->n++;
  if (kind >= 0)
    skip->of_kind[kind]++;
  if (is_new (s, number, A_VARIANT, record->variant))
    append_text (&skip->variant, &skip->n_variants, record->variant);
  if (is_new (s, number, A_PLUGIN, record->plugin))
    append_text (&skip->plugin, &skip->n_plugins, record->plugin);
}

void
skips_make (struct groups *groups, const struct records *records)
{
  struct skipping skipping = { .groups = groups };

  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *record = records_case (records, i);

    if (record != NULL && !case_ran (record))
      add_skip (&skipping, record);
  }
  map_free (&skipping.reasons);
  map_free (&skipping.named);
  pool_free (&skipping.pool);
}

char *
skip_reason (const struct skip *skip)
{
  const char *reason = skip->reason, *first = skip->plugin[0];
  const char *name = skip->n_plugins > 1 ? strstr (reason, first) : NULL;
  struct text text = { 0 };

  if (name == NULL)
    return xstrdup (reason);
  text_add (&text, "%.*s", (int)(name - reason), reason);
  for (size_t i = 0; i < skip->n_plugins; i++)
    text_add (&text, "%s%s", i > 0 ? ", " : "", skip->plugin[i]);
  text_add (&text, "%s", name + strlen (first));
  return text.data;
}
