/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "suite/settings.h"

static void
add_value (struct text *text, const struct pair *pair)
{
  switch ((enum pair_type)pair->type) {
  case PAIR_TEXT:
    text_add (text, "%s", pair->text);
    break;
  case PAIR_INTEGER:
    text_add (text, "%" PRId64, pair->integer);
    break;
  case PAIR_REAL:
    text_add (text, "%.15g", pair->real);
    break;
  case PAIR_BOOL:
    text_add (text, "%s", pair->integer != 0 ? "yes" : "no");
    break;
  }
}

char *
describe_value (const struct pair *pair)
{
  struct text text = { 0 };

  add_value (&text, pair);
  return text.data != NULL ? text.data : xstrdup ("");
}

/* The pairs that are not among the others. */
static char *
describe_pairs_without (const struct pairs *pairs, const struct pairs *others)
{
  struct text text = { 0 };

  for (size_t i = 0; pairs != NULL && i < pairs->n; i++) {
    if (pairs_have (others, &pairs->pair[i]))
      continue;
    text_add (&text, "%s%s=", text.n > 0 ? " " : "", pairs->pair[i].name);
    add_value (&text, &pairs->pair[i]);
  }
  return text.data != NULL ? text.data : xstrdup ("");
}

char *
describe_pairs (const struct pairs *pairs)
{
  return describe_pairs_without (pairs, NULL);
}

char *
describe_variant (const char *variant, const char *side,
                  const struct pairs *tunables)
{
  char *pairs = describe_pairs (tunables);
  char *text = xasprintf ("%s%s%s%s%s", text_or_empty (variant),
                          side != NULL ? " " : "", text_or_empty (side),
                          pairs[0] != '\0' ? " " : "", pairs);

  free (pairs);
  return text;
}

/* How a case was measured, as in settings_text, and its CPUs when it was
 * pinned: "cold cache, cpus=0-7" */
static char *
describe_settings (const struct settings *settings, const char *device,
                   const char *cpus, bool brief)
{
  char *text = settings_text (settings, device, brief), *with_cpus;

  if (cpus == NULL)
    return text;
  with_cpus
      = xasprintf ("%s%scpus=%s", text, text[0] != '\0' ? ", " : "", cpus);
  free (text);
  return with_cpus;
}

const char *
describe_device (const struct block *block)
{
  const char *device = block->head->device;

  for (size_t i = 0; i < block->n; i++)
    if (block->record[i]->device != device)
      return NULL;
  return text_or_empty (device);
}

char *
describe_problem (const struct problem_heading *p)
{
  struct text text = { 0 };
  const char *job = text_or_empty (p->job), *family = text_or_empty (p->family);
  char *params = describe_pairs_without (p->params, p->usual);
  char *measured
      = describe_settings (&p->settings, p->device, p->cpus, p->usual != NULL);

  text_add (&text, "%s", job);
  if (strcmp (job, family) != 0)
    text_add (&text, " (%s)", family);
  text_add (&text, ": %s%s%s", params,
            params[0] != '\0' && measured[0] != '\0' ? ", " : "", measured);
  if (p->on != NULL)
    text_add (&text, ", on %s", p->on);
  free (params);
  free (measured);
  return text.data;
}

char *
describe_usual (const struct run_record *run)
{
  char *pairs, *text;

  if (run->usual == NULL)
    return NULL;
  pairs = describe_pairs (run->usual);
  text = xasprintf ("unless a heading says otherwise: %s%scold cache", pairs,
                    pairs[0] != '\0' ? ", " : "");
  free (pairs);
  return text;
}

char *
describe_block (const struct block *block, const struct run_record *run)
{
  const struct case_record *head = block->head;

  return describe_problem (
      &(struct problem_heading){ .usual = run != NULL ? run->usual : NULL,
                                 .job = head->job,
                                 .family = head->family,
                                 .params = head->params,
                                 .settings = case_record_settings (head),
                                 .device = head->device,
                                 .cpus = head->cpus,
                                 .on = describe_device (block) });
}

/* "240 combinations of tunables", or the number that each variant has */
static void
add_combinations (struct text *text, const struct pairs *pairs)
{
  char *each = describe_pairs (pairs);

  if (pairs != NULL && pairs->n == 1) {
    add_value (text, &pairs->pair[0]);
    text_add (text, " combinations of tunables");
  } else
    text_add (text, "each variant's combinations of tunables (%s)", each);
  free (each);
}

char *
describe_search (const struct block *block)
{
  const struct job_record *job = block->job;
  struct text text = { 0 };

  if (job == NULL || job->search == NULL)
    return NULL;
  text_add (&text, "%s: %s of ", text_or_empty (job->name), job->search);
  add_combinations (&text, job->combinations);
  if (job->search_seed != INTEGER_ABSENT)
    text_add (&text, ", seed %" PRId64, job->search_seed);
  return text.data;
}

static void
add_baseline (struct text *text, const struct block *block,
              struct device_baseline baseline, bool with_device)
{
  const struct case_record *record = block_baseline_row (block, baseline);

  if (record == NULL || !baseline.missing)
    return;
  text_add (text, "%s%s", text->n == 0 ? "speed-up over " : ", ",
            text_or_empty (record->variant));
  if (with_device)
    text_add (text, " on %s", text_or_empty (record->device));
}

char *
describe_baseline (const struct block *block)
{
  const bool several
      = block_baseline_row (block, block->own_baseline) != NULL
        && block_baseline_row (block, block->cpu_baseline) != NULL;
  struct text text = { 0 };

  if (block->missing == NULL)
    return NULL;
  add_baseline (&text, block, block->own_baseline, several);
  add_baseline (&text, block, block->cpu_baseline, several);
  text_add (&text, " (the named baseline, %s, has no time)", block->missing);
  return text.data;
}

/* "best on cpu (shared tile=32, 17.8 us)" */
static void
add_best (struct text *text, const struct case_record *record)
{
  char *row = describe_variant (record->variant, record->side, record->tuned);
  char quantity[UNITS_MAX];

  text_add (text, "best on %s (%s, %s", text_or_empty (record->device), row,
            units_time (quantity, case_time (record)));
  if (record->result.verify.done != FLAG_YES)
    text_add (text, ", not verified");
  text_add (text, ")");
  free (row);
}

char *
describe_best_rows (const struct block *block, const struct rounds *rounds)
{
  struct best_rows best;
  struct text text = { 0 };
  char quantity[UNITS_MAX];

  if (!best_rows_find (&best, block, rounds))
    return NULL;
  add_best (&text, best.faster);
  text_add (&text, " is %s as fast as ",
            row_ratio_text (quantity, best.ground, best.ratio));
  add_best (&text, best.slower);
  return text.data;
}

char *
describe_run (const struct run_record *run)
{
  struct text text = { 0 };
  const char *started = text_or_empty (run->started);
  const char *suite = text_or_empty (run->suite.path);

  text_add (&text, "gkhost %s", text_or_empty (run->gkhost));
  /* "2026-11-20T10:00:00Z" */
  if (strlen (started) == 20)
    text_add (&text, ", %.10s %.8s UTC", started, started + 11);
  if (suite[0] != '\0')
    text_add (&text, ", %s", suite);
  if (run->ranks > 1 && run->rank >= 0)
    text_add (&text, ", rank %" PRId64 " of %" PRId64, run->rank, run->ranks);
  return text.data;
}

char *
describe_hardware (const struct device_record *device)
{
  struct text text = { 0 };
  char quantity[UNITS_MAX];

  if (device->lost != NULL)
    return xasprintf ("lost: %s", device->lost);
  text_add (&text, "%s", text_or_empty (device->description));
  if (device->capability > 0)
    text_add (&text, ", compute capability %.1f",
              (double)device->capability / 10);
  if (device->cores > 0)
    text_add (&text, ", %" PRId64 " %s", device->cores,
              device->cores == 1 ? "core" : "cores");
  if (device->memory > 0)
    text_add (&text, ", %s", units_bytes (quantity, (double)device->memory));
  /* Measured limits are many figures; `gkhost devices` prints them. */
  if (device->memory_bandwidth > 0 && !device_record_is_measured (device))
    text_add (&text, ", %s",
              units_rate (quantity, device->memory_bandwidth, "B/s"));
  return text.data;
}

char *
describe_skip (const struct skip *skip)
{
  /* The names of more would hide the reason. */
  const bool few = skip->n_variants <= 6;
  struct text text = { 0 };
  char *reason;

  text_add (&text, "%s %zu", names_at (&status_names, skip->status), skip->n);
  for (int i = 0; i < N_DEVICE_KINDS; i++)
    if (skip->of_kind[i] == skip->n)
      text_add (&text, " %s", device_kind_at ((gk_device_kind)i)->label);
  text_add (&text, skip->n == 1 ? " case" : " cases");
  if (few)
    for (size_t i = 0; i < skip->n_variants; i++)
      text_add (&text, "%s%s", i == 0 ? " (" : ", ", skip->variant[i]);
  reason = skip_reason (skip);
  text_add (&text, "%s: %s", few ? ")" : "",
            reason[0] != '\0' ? reason : "no reason was given");
  free (reason);
  return text.data;
}

char *
describe_totals (const struct groups *groups)
{
  struct text text = { 0 };
  const char *before = ":";

  text_add (&text, "%zu %s", groups->n_cases,
            groups->n_cases == 1 ? "case" : "cases");
  for (int i = 0; i < N_STATUS; i++)
    if (groups->count[i] > 0) {
      text_add (&text, "%s %zu %s", before, groups->count[i],
                names_at (&status_names, i));
      before = ",";
      if (i == STATUS_OK && groups->n_suspect > 0)
        text_add (&text, " (%zu " VERDICT_SUSPECT ")", groups->n_suspect);
    }
  if (groups->n_cases > 0 && groups->n_blocks == 0)
    text_add (&text, "; nothing ran");
  return text.data;
}

char *
describe_benchmark (const struct case_record *record)
{
  struct text text = { 0 };
  char *tunables = describe_pairs (record->tuned);
  char *params = describe_pairs (record->params);
  struct settings settings = settings_default ();
  char *mode;

  settings.mode = case_record_settings (record).mode;
  mode = describe_settings (&settings, record->device, record->cpus, false);
  text_add (&text, "%s/%s", text_or_empty (record->job),
            text_or_empty (record->variant));
  if (tunables[0] != '\0')
    text_add (&text, " %s", tunables);
  if (params[0] != '\0')
    text_add (&text, " (%s)", params);
  text_add (&text, ", %s", mode);
  free (tunables);
  free (params);
  free (mode);
  return text.data;
}

char *
describe_case (const struct case_record *record)
{
  char *name = describe_benchmark (record);
  char *text = xasprintf ("%s, on %s", name, text_or_empty (record->device));

  free (name);
  return text;
}

char *
describe_break (const struct records *records)
{
  char *what = records_describe_break (records), *text = NULL;

  if (what != NULL)
    text = xasprintf ("the run %s", what);
  free (what);
  return text;
}

char *
describe_fault (const struct fault_record *fault)
{
  struct text text = { 0 };
  char *params = describe_pairs (fault->params);

  text_add (&text, "%s: ", names_at (&status_names, fault->status));
  if (fault->variant != NULL)
    text_add (&text, "%s/%s", text_or_empty (fault->job), fault->variant);
  else
    text_add (&text, "family %s, %s", text_or_empty (fault->family),
              text_or_empty (fault->callback));
  if (params[0] != '\0')
    text_add (&text, " (%s)", params);
  text_add (&text, ", on %s: %s", text_or_empty (fault->device),
            text_or_empty (fault->reason));
  free (params);
  return text.data;
}

static void
list_and_free (summary_item_fn *print, void *user, const char *outcome,
               char *text)
{
  if (text != NULL)
    print (user, outcome, text);
  free (text);
}

void
summary_list_items (const struct groups *groups, summary_item_fn *print,
                    void *user)
{
  for (size_t i = 0; i < groups->n_blocks; i++)
    for (size_t j = 0; j < groups->block[i].n; j++) {
      const struct case_record *record = groups->block[i].record[j];
      char *what = !case_passes (record) ? describe_case (record) : NULL;

      if (what != NULL)
        list_and_free (
            print, user, case_outcome (record),
            xasprintf ("%s: %s", what, text_or_empty (record->result.reason)));
      free (what);
    }
  for (size_t i = 0; i < groups->n_skips; i++)
    list_and_free (print, user, NULL, describe_skip (&groups->skip[i]));
  for (size_t i = 0; i < groups->records->n; i++) {
    const struct fault_record *fault = records_fault_at (groups->records, i);

    if (fault != NULL)
      list_and_free (print, user, NULL, describe_fault (fault));
  }
  list_and_free (print, user, NULL, describe_break (groups->records));
}
