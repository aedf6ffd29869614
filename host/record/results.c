/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "record/case-identity.h"
#include "record/results.h"

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
  const struct device_records devices = { .devices = run->devices };
  const struct device_record *device
      = device_record_find (&devices, text_or_empty (record->device));

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
  size_t before = results->map.n;
  struct map_entry *entry;
  struct identity key;

  if (family == NULL)
    return;
  key = key_of (record, run, family);
  entry = map_find_or_add (&results->map, &key, sizeof key);
  if (results->map.n > before) {
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
