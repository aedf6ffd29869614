/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "record/case-identity.h"
#include "suite/settings.h"

/* ---- Identities ---- */

/* Adds bytes to an identity, which starts zeroed. */
static void
identity_add (struct identity *identity, const void *data, size_t bytes)
{
  identity->hash = identity->bytes > 0
                       ? fnv1a_extend (identity->hash, data, bytes)
                       : fnv1a_hash (data, bytes);
  identity->bytes += bytes;
}

/* Includes the NUL as an end; an absent text is a byte that no UTF-8 text has.
 */
static void
add_text (struct identity *identity, const char *text)
{
  size_t n = text != NULL ? strlen (text) : 0;
  char *copy = NULL;

  if (text == NULL)
    text = "\xff";
  else if (utf8_count_valid (text, n) < n)
    /* As the record has it. */
    text = copy = utf8_repair (text);
  identity_add (identity, text, strlen (text) + 1);
  free (copy);
}

static void
add_integer (struct identity *identity, int64_t value)
{
  identity_add (identity, &value, sizeof value);
}

/* As records have it: a number that was written and read back is equal in these
 * digits, and may differ in its last bits. */
static void
add_real (struct identity *identity, double value)
{
  char digits[32];

  snprintf (digits, sizeof digits, "%.15g", value);
  add_text (identity, digits);
}

static void
add_pairs (struct identity *identity, const struct pairs *pairs)
{
  add_integer (identity, pairs != NULL ? (int64_t)pairs->n : -1);
  for (size_t i = 0; pairs != NULL && i < pairs->n; i++) {
    const struct pair *pair = &pairs->pair[i];

    add_text (identity, pair->name);
    add_integer (identity, pair->type);
    if (pair->type == PAIR_TEXT)
      add_text (identity, pair->text);
    else if (pair->type == PAIR_REAL)
      add_real (identity, pair->real);
    else
      add_integer (identity, pair->integer);
  }
}

/* Adds the settings of a set. */
static void
add_settings (struct identity *identity, const struct case_settings *settings,
              uint64_t set)
{
  const uint64_t there = case_settings_there (settings, set);
  const struct setting *s;

  add_integer (identity, (int64_t)there);
  for (size_t i = 0; (s = setting_at (i)) != NULL; i++) {
    gk_value value;

    if ((there & UINT64_C (1) << i) == 0)
      continue;
    value = setting_get (s, &settings->value);
    if (s->option.type == GK_REAL)
      add_real (identity, value.f);
    else
      add_integer (identity, value.i);
  }
}

/* A key of the mode that an older record lacks has its default on that device.
 */
static void
add_mode (struct identity *identity, const struct settings *of)
{
  const struct case_settings settings
      = { .value = *of, .there = settings_of_mode () };

  add_settings (identity, &settings, SETTINGS_ALL);
}

static void
add_benchmark_in_mode (struct identity *identity,
                       const struct case_record *record,
                       const struct settings *mode)
{
  add_text (identity, record->family);
  add_text (identity, record->variant);
  add_text (identity, record->device);
  add_text (identity, record->cpus);
  add_pairs (identity, record->params);
  add_pairs (identity, record->tunables);
  add_mode (identity, mode);
}

static void
add_benchmark (struct identity *identity, const struct case_record *record)
{
  const struct settings settings = case_record_settings (record);

  add_benchmark_in_mode (identity, record, &settings);
}

struct identity
case_identity (const struct case_record *record)
{
  struct identity identity = { 0 };

  add_text (&identity, record->job);
  add_integer (&identity, record->round);
  add_text (&identity, record->side);
  add_benchmark (&identity, record);
  add_settings (&identity, record->settings, SETTINGS_ALL);
  add_text (&identity, record->plugin);
  return identity;
}

struct identity
case_benchmark (const struct case_record *record)
{
  struct identity identity = { 0 };

  add_benchmark (&identity, record);
  return identity;
}

struct identity
case_benchmark_any_timer (const struct case_record *record)
{
  struct settings settings = case_record_settings (record);
  struct identity identity = { 0 };

  settings.mode.timer = TIMED_BY_EVENTS;
  add_benchmark_in_mode (&identity, record, &settings);
  return identity;
}

struct identity
case_benchmark_of_model (const struct case_record *record, const char *model)
{
  const struct settings settings = case_record_settings (record);
  struct identity identity = { 0 };

  add_text (&identity, record->job);
  add_text (&identity, record->side);
  add_text (&identity, record->family);
  add_text (&identity, record->variant);
  add_text (&identity, model);
  add_pairs (&identity, record->params);
  add_pairs (&identity, record->tunables);
  add_mode (&identity, &settings);
  add_integer (&identity, settings.data);
  return identity;
}

struct identity
case_run_position (const struct case_record *record)
{
  struct identity place = { 0 };

  add_integer (&place, record->number);
  add_integer (&place, record->problem);
  add_pairs (&place, record->tuned);
  add_text (&place, record->baseline);
  return place;
}

/* ---- An index of results ---- */

char *
device_identity (const struct device_record *device)
{
  struct text text = { 0 };

  text_add (&text, "%s", text_or_empty (device->description));
  if (device->cores != INTEGER_ABSENT)
    text_add (&text, ", %" PRId64 " cores", device->cores);
  if (device->units != INTEGER_ABSENT)
    text_add (&text, ", %" PRId64 " units", device->units);
  if (device->capability != INTEGER_ABSENT)
    text_add (&text, ", capability %" PRId64, device->capability);
  return text.data;
}

static char *
device_of (const struct run_record *run, const struct case_record *record)
{
  const struct device_record *device
      = device_record_find (&run->devices, text_or_empty (record->device));

  return device != NULL ? device_identity (device) : xstrdup ("");
}

static const char *
build_of (const struct run_record *run, const char *plugin)
{
  const struct plugin_record *found = plugin_record_find (run, plugin);

  return found != NULL ? text_or_empty (found->build) : "";
}

static struct identity
key_of (const struct case_record *record, const struct run_record *run,
        const struct family_desc *family)
{
  struct identity key = case_identity (record);
  char *device = device_of (run, record);
  char *more = xasprintf ("%s\n%s\n%s", device,
                          build_of (run, text_or_empty (record->plugin)),
                          build_of (run, family->plugin->name));

  identity_add (&key, more, strlen (more));
  free (more);
  free (device);
  return key;
}

void
results_add (struct results *results, const struct case_record *record,
             const struct run_record *run, const struct catalog *catalog)
{
  const struct family_desc *family
      = catalog_find_family (catalog, text_or_empty (record->family));
  struct map_entry *entry;
  struct identity key;

  if (family == NULL)
    return;
  key = key_of (record, run, family);
  entry = map_find_or_add (&results->map, &key, sizeof key);
  if (entry->number == results->n) {
    entry->key = pool_intern (&results->keys, &key, sizeof key);
    results->result
        = xgrow (results->result, results->n++, sizeof results->result[0]);
  }
  results->result[entry->number] = record;
}

const struct case_record *
results_find (const struct results *results, const struct case_record *record,
              const struct run_record *run, const struct catalog *catalog)
{
  const struct family_desc *family
      = catalog_find_family (catalog, text_or_empty (record->family));
  const struct map_entry *entry;
  struct identity key;

  if (family == NULL)
    return NULL;
  key = key_of (record, run, family);
  entry = map_find (&results->map, &key, sizeof key);
  return entry != NULL ? results->result[entry->number] : NULL;
}

void
results_free (struct results *results)
{
  map_free (&results->map);
  pool_free (&results->keys);
  free (results->result);
  *results = (struct results){ 0 };
}
