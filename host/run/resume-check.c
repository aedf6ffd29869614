/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "run/resume-check.h"
#include "record/results.h"

#define REMEDY                                                                 \
  "name another file with -o, or leave out --resume to replace this one"

static bool
texts_differ (const char *a, const char *b)
{
  return strcmp (text_or_empty (a), text_or_empty (b)) != 0;
}

/* Whether devices of a name's kind were looked for. */
static bool
was_searched (const struct run_record *now, const char *name)
{
  const struct device_record *device = now->devices.item;
  int kind = device_kind_find (name);

  if (kind < 0 || now->absent[kind] != NULL)
    return true;
  for (size_t i = 0; i < now->devices.n; i++)
    if (device_kind_find (device[i].name) == kind)
      return true;
  return false;
}

/* To be freed. */
static char *
identity_now (const struct device_record *device)
{
  if (device == NULL)
    return xstrdup ("not there");
  return device->lost != NULL ? xstrdup ("lost") : device_identity (device);
}

/* Whether a device that cases ran on is the same here, if it is asked for. */
static bool
same_device (const char *path, const struct run_record *was,
             const struct run_record *now, const char *name)
{
  const struct device_records before = { .devices = was->devices },
                              after = { .devices = now->devices };
  const struct device_record *a = device_record_find (&before, name);
  const struct device_record *b = device_record_find (&after, name);
  char *had, *has;
  bool same;

  if (a == NULL || (b == NULL && !was_searched (now, name)))
    return true;
  had = device_identity (a);
  has = identity_now (b);
  same = strcmp (had, has) == 0;
  if (!same)
    message_print (
        "%s is of another device: %s was %s, and is %s here; " REMEDY, path,
        name, had, has);
  free (had);
  free (has);
  return same;
}

static bool
same_devices (const char *path, const struct records *records,
              const struct run_record *now)
{
  const char *last = NULL;

  for (size_t i = 0; i < records->n; i++) {
    const struct case_record *c = records_case (records, i);

    /* By address: each text is kept once. */
    if (c == NULL || !case_ran (c) || c->device == NULL || c->device == last)
      continue;
    if (!same_device (path, records_run (records), now, c->device))
      return false;
    last = c->device;
  }
  return true;
}

bool
resume_check (const char *path, const struct records *records,
              const struct run_record *now)
{
  const struct run_record *was = records_run (records);

  if (texts_differ (was->suite.hash, now->suite.hash))
    message_print (
        "%s is of another suite, or this one was changed since: %s was "
        "%s, and %s is %s; " REMEDY,
        path, text_or_empty (was->suite.path), text_or_empty (was->suite.hash),
        text_or_empty (now->suite.path), text_or_empty (now->suite.hash));
  else if (texts_differ (was->gkhost, now->gkhost))
    message_print ("%s was written by gkhost %s, and this is %s; " REMEDY, path,
                   text_or_empty (was->gkhost), now->gkhost);
  else if (texts_differ (was->judge, now->judge))
    message_print (
        "%s is of a run whose judge was %s, and here it is %s; " REMEDY, path,
        text_or_empty (was->judge), text_or_empty (now->judge));
  else
    return same_devices (path, records, now);
  return false;
}
