/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "base/xalloc.h"
#include "report/describe.h"
#include "report/skips.h"

/* Skips of more variants than that are told by their number alone. */
#define FEW 3

static void
add_value (struct text *text, const json_t *value)
{
  if (json_is_string (value))
    text_add (text, "%s", json_string_value (value));
  else if (json_is_integer (value))
    text_add (text, "%" JSON_INTEGER_FORMAT, json_integer_value (value));
  else if (json_is_real (value))
    text_add (text, "%.15g", json_real_value (value));
  else
    text_add (text, "%s", json_is_true (value) ? "yes" : "no");
}

char *
describe_pairs (const json_t *object)
{
  struct text text = { 0 };
  const char *key;
  json_t *value;

  text_add (&text, "%s", "");
  /* The macro takes its object without const, though it changes nothing. */
  json_object_foreach ((json_t *)object, key, value)
  {
    text_add (&text, "%s%s=", text.n > 0 ? " " : "", key);
    add_value (&text, value);
  }
  return text.data;
}

static void
add_unless (struct text *text, const json_t *record, const char *key,
            const char *usual, const char *more)
{
  const char *value = record_text (record, "mode", key);

  if (value[0] != '\0' && strcmp (value, usual) != 0)
    text_add (text, ", %s%s", value, more);
}

char *
describe_mode (const json_t *record)
{
  struct text text = { 0 };

  text_add (&text, "%s cache", record_text (record, "mode", "cache"));
  add_unless (&text, record, "launch", "stream", "");
  add_unless (&text, record, "memory", "device", " memory");
  if (strcmp (record_text (record, "mode", "scope"), "transfer") == 0)
    text_add (&text, ", with transfers");
  return text.data;
}

const char *
describe_device (const struct block *block)
{
  const char *device = record_text (block->head, NULL, "device");

  for (size_t i = 0; i < block->n; i++)
    if (strcmp (record_text (block->record[i], NULL, "device"), device) != 0)
      return NULL;
  return device;
}

/* ": rows=1000 cols=3000, cold cache" */
static void
add_problem (struct text *text, const json_t *record)
{
  char *params = describe_pairs (record_at (record, NULL, "params"));
  char *mode = describe_mode (record);

  text_add (text, ": %s%s%s", params, params[0] != '\0' ? ", " : "", mode);
  free (params);
  free (mode);
}

char *
describe_block (const struct block *block)
{
  struct text text = { 0 };
  const char *job = record_text (block->head, NULL, "job");
  const char *family = record_text (block->head, NULL, "family");
  const char *device = describe_device (block);

  text_add (&text, "%s", job);
  if (strcmp (job, family) != 0)
    text_add (&text, " (%s)", family);
  add_problem (&text, block->head);
  if (device != NULL)
    text_add (&text, ", on %s", device);
  return text.data;
}

char *
describe_comparison (const json_t *record)
{
  struct text text = { 0 };
  const char *data = record_text (record, NULL, "data");

  text_add (&text, "%s", record_text (record, NULL, "family"));
  add_problem (&text, record);
  /* Jobs may differ in it, and zeros may be faster. */
  if (data[0] != '\0')
    text_add (&text, ", data=%s", data);
  text_add (&text, ", on %s", record_text (record, NULL, "device"));
  return text.data;
}

static void
add_row (struct text *text, const json_t *record)
{
  /* All of them: what was swept may have won with its default. */
  char *tunables = describe_pairs (record_at (record, NULL, "tunables"));

  text_add (text, "%s%s%s", record_text (record, NULL, "variant"),
            tunables[0] != '\0' ? " " : "", tunables);
  free (tunables);
}

char *
describe_fastest (const struct fastest *fastest)
{
  struct text text = { 0 };
  char quantity[UNITS_MAX];
  double mine, theirs, spread;

  record_time (fastest->record, &mine);
  add_row (&text, fastest->record);
  text_add (&text, ": %s", units_time (quantity, mine));
  if (!record_true (fastest->record, "verify", "done"))
    text_add (&text, ", not verified");
  if (fastest->peer != NULL) {
    record_time (fastest->peer, &theirs);
    text_add (&text, ", speed-up %s over ",
              units_ratio (quantity, theirs / mine));
    add_row (&text, fastest->peer);
  }
  if (fastest->near > 0) {
    record_spread (fastest->record, &spread);
    text_add (&text, "; %zu other%s within its spread of %s", fastest->near,
              fastest->near > 1 ? "s" : "", units_percent (quantity, spread));
  }
  return text.data;
}

char *
describe_baseline (const struct block *block)
{
  struct text text = { 0 };
  char *mode;

  if (block->baseline == NULL
      || (block->own_baseline && block->missing == NULL))
    return NULL;
  text_add (&text, "speed-up over %s",
            record_text (block->baseline, NULL, "variant"));
  if (!block->own_baseline) {
    mode = describe_mode (block->baseline);
    text_add (&text, " on %s, %s",
              record_text (block->baseline, NULL, "device"), mode);
    free (mode);
  }
  if (block->missing != NULL)
    text_add (&text, " (the baseline asked for, %s, has no time)",
              block->missing);
  return text.data;
}

char *
describe_run (const json_t *run)
{
  struct text text = { 0 };
  const char *started = record_text (run, NULL, "started");
  const char *suite = record_text (run, "suite", "path");

  text_add (&text, "gkhost %s", record_text (run, NULL, "gkhost"));
  /* "2026-11-20T10:00:00Z" */
  if (strlen (started) == 20)
    text_add (&text, ", %.10s %.8s UTC", started, started + 11);
  if (suite[0] != '\0')
    text_add (&text, ", %s", suite);
  return text.data;
}

char *
describe_hardware (const json_t *device)
{
  struct text text = { 0 };
  char quantity[UNITS_MAX];
  double value;

  text_add (&text, "%s", record_text (device, NULL, "description"));
  if (record_number (device, NULL, "capability", &value) && value > 0)
    text_add (&text, ", compute capability %.1f", value / 10);
  if (record_number (device, NULL, "cores", &value) && value > 0)
    text_add (&text, ", %.0f %s", value, value == 1 ? "core" : "cores");
  if (record_number (device, NULL, "memory", &value) && value > 0)
    text_add (&text, ", %s", units_bytes (quantity, value));
  if (record_number (device, NULL, "memory_bandwidth", &value) && value > 0)
    text_add (&text, ", %s", units_rate (quantity, value, "B/s"));
  return text.data;
}

char *
describe_load (const json_t *run)
{
  double load, cores;

  if (!record_number (run, "host", "load", &load)
      || !record_number (run, "host", "cores", &cores) || load <= cores / 2)
    return NULL;
  return xasprintf ("load %.1f on %.0f %s: CPU times may be disturbed", load,
                    cores, cores == 1 ? "core" : "cores");
}

char *
describe_skip (const struct skip *skip)
{
  struct text text = { 0 };
  char *reason;

  text_add (&text, "skipped %zu", skip->n);
  for (int i = 0; i < N_DEVICE_KINDS; i++)
    if (skip->of_kind[i] == skip->n)
      text_add (&text, " %s", device_kind_at ((gk_device_kind)i)->label);
  text_add (&text, skip->n == 1 ? " case" : " cases");
  if (skip->n_variants <= FEW)
    for (size_t i = 0; i < skip->n_variants; i++)
      text_add (&text, "%s%s", i == 0 ? " (" : ", ", skip->variant[i]);
  reason = skip_reason (skip);
  text_add (&text, "%s: %s", skip->n_variants <= FEW ? ")" : "",
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
      text_add (&text, "%s %zu %s", before, groups->count[i], status_name[i]);
      before = ",";
    }
  if (groups->n_cases > 0 && groups->count[STATUS_SKIPPED] == groups->n_cases)
    text_add (&text, "; nothing ran");
  return text.data;
}

char *
describe_case (const json_t *record)
{
  struct text text = { 0 };
  char *tunables = describe_pairs (record_at (record, NULL, "tuned"));
  char *params = describe_pairs (record_at (record, NULL, "params"));
  char *mode = describe_mode (record);

  text_add (&text, "%s/%s", record_text (record, NULL, "job"),
            record_text (record, NULL, "variant"));
  if (tunables[0] != '\0')
    text_add (&text, " %s", tunables);
  if (params[0] != '\0')
    text_add (&text, " (%s)", params);
  text_add (&text, ", %s, on %s", mode, record_text (record, NULL, "device"));
  free (tunables);
  free (params);
  free (mode);
  return text.data;
}

const char *
describe_break (const struct groups *groups)
{
  if (groups->end == NULL)
    return "the run was cut short: its last record is missing";
  if (record_true (groups->end, NULL, "interrupted"))
    return "the run was interrupted: these are the cases before that";
  return NULL;
}
