/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "report/compare/alike.h"
#include "report/compare/drift.h"
#include "record/results.h"
#include "suite/settings.h"

#define REMEDY "measure both alike, or compare them nevertheless with --across"

static const struct device_record *
device_of (const struct compared_run *run, const char *name)
{
  const struct run_record *record = records_run (run->records);
  const struct device_records devices
      = { .devices = record != NULL ? record->devices : (struct items){ 0 } };

  return device_record_find (&devices, name);
}

/* "NVIDIA H200, 132 units, capability 90, driver 13.0" */
static char *
device_text (const struct device_record *device)
{
  char *identity, *text;

  if (device == NULL)
    return xstrdup ("unknown");
  identity = device_identity (device);
  text = xasprintf ("%s%s%s", identity,
                    device->driver != NULL ? ", driver " : "",
                    text_or_empty (device->driver));
  free (identity);
  return text;
}

static bool
same_device (const struct compared_run *old, const struct compared_run *new,
             const char *name)
{
  char *was = device_text (device_of (old, name));
  char *is = device_text (device_of (new, name));
  bool same = strcmp (was, is) == 0;

  if (!same)
    message_print ("%s was %s in %s and is %s in %s: " REMEDY, name, was,
                   old->path, is, new->path);
  free (was);
  free (is);
  return same;
}

/* Whether times depend on it: not on how often, for how long and from which
 * seed, nor on whether anybody looks. */
static bool
setting_affects_time (const struct setting *setting)
{
  static const char *const others[] = { "rounds", "seed", "verify", "audit" };

  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (strcmp (setting->option.name, others[i]) == 0)
      return false;
  return !setting->names && !setting->mode && !setting->quiet;
}

static bool
same_setting (const struct setting *setting, const struct match *match,
              const struct compared_run *old, const struct compared_run *new)
{
  const struct settings a = case_record_settings (match->old);
  const struct settings b = case_record_settings (match->new);
  char *was = value_text (&setting->option, setting_get (setting, &a));
  char *is = value_text (&setting->option, setting_get (setting, &b));
  bool same = strcmp (was, is) == 0;

  if (!same)
    message_print (
        "%s/%s was measured with %s = %s in %s and with %s in %s: " REMEDY,
        text_or_empty (match->old->job), text_or_empty (match->old->variant),
        setting->option.name, was, old->path, is, new->path);
  free (was);
  free (is);
  return same;
}

static bool
same_settings (const struct match *match, const struct compared_run *old,
               const struct compared_run *new)
{
  const struct setting *s;

  for (size_t i = 0; (s = setting_at (i)) != NULL; i++)
    if (setting_affects_time (s) && !same_setting (s, match, old, new))
      return false;
  return true;
}

/* A peer is there to tell what changed besides. */
static bool
same_library (const struct match *match, const struct compared_run *old,
              const struct compared_run *new)
{
  bool same = !drift_is_of_libraries (match);

  if (!same)
    message_print (
        "the peer %s/%s was %s in %s and is %s in %s, another library "
        "version, and tells nothing of what else changed: " REMEDY,
        text_or_empty (match->old->job), text_or_empty (match->old->variant),
        match->old->result.library, old->path, match->new->result.library,
        new->path);
  return same;
}

bool
runs_are_alike (const struct compared_run *old, const struct compared_run *new,
                const struct match *match, size_t n)
{
  const char *device = NULL;

  for (size_t i = 0; i < n; i++) {
    if (match[i].old == NULL || match[i].new == NULL)
      continue;
    /* By address: each text is kept once. */
    if (match[i].old->device != device
        && !same_device (old, new, match[i].old->device))
      return false;
    device = match[i].old->device;
    if (!same_settings (&match[i], old, new)
        || !same_library (&match[i], old, new))
      return false;
  }
  return true;
}
