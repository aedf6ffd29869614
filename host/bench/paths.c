/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which of its paths a variant's timed launches took, by counters in the
 * device's memory.
 *
 * The host reads the counters itself, before a sample and behind it: so no code
 * of the plugin runs there, which would learn that samples begin or end.  The
 * judge adds up those of samples that count: others have planted numbers, or
 * other data.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "plugin/abi-names.h"

#define FAULTY                                                                 \
  "paths may name up to 8 paths, by 1 to 31 bytes each, and says where "       \
  "launches count them"

/* Copies what the variant says.  False where that is faulty. */
static bool
copy_paths (struct path_counts *c, const gk_paths *paths)
{
  if (paths->n == 0)
    return true;
  if (paths->n > GK_MAX_PATHS || paths->names == NULL
      || paths->launches == NULL)
    return false;
  c->n = paths->n;
  c->at = paths->launches;
  for (size_t i = 0; i < c->n; i++) {
    const char *name = paths->names[i];
    const size_t bytes = name != NULL ? strnlen (name, PATH_NAME_BYTES) : 0;

    if (bytes == 0 || bytes == PATH_NAME_BYTES)
      return false;
    memcpy (c->name[i], name, bytes + 1);
  }
  c->has_work = paths->factors != NULL && paths->op_classes != NULL;
  for (size_t i = 0; i < c->n && c->has_work; i++) {
    c->factor[i] = paths->factors[i];
    c->op_class[i] = paths->op_classes[i];
  }
  return true;
}

bool
paths_open (struct bench *b, struct claim *claim)
{
  struct path_counts *c = &b->paths;
  gk_paths paths = { 0 };
  bool sound;

  *c = (struct path_counts){ 0 };
  if (b->variant->paths == NULL)
    return true;
  services_clear (&b->services);
  callback_begin (CALLBACK_PATHS);
  b->variant->paths (&b->services.host, b->launcher.state, &paths);
  sound = copy_paths (c, &paths);
  callback_end ();
  if (services_failed (&b->services))
    return claim_end (claim, GK_FAIL, "%s", services_reason (&b->services));
  return sound || claim_end (claim, GK_FAIL, "%s", FAULTY);
}

static bool
read_counters (struct bench *b, uint32_t counters[GK_MAX_PATHS])
{
  struct device *d = b->device;
  bool ok;

  callback_begin (CALLBACK_PATHS);
  ok = d->ops->copy (d, counters, b->paths.at, b->paths.n * sizeof *counters)
       && d->ops->sync (d);
  callback_end ();
  return ok || launcher_device_failed (&b->launcher);
}

bool
paths_begin (struct bench *b)
{
  return b->paths.n == 0 || read_counters (b, b->paths.before);
}

bool
paths_end (struct bench *b, struct claim *claim)
{
  const struct path_counts *c = &b->paths;

  if (c->n == 0)
    return true;
  if (!read_counters (b, claim->taken))
    return false;
  for (size_t i = 0; i < c->n; i++)
    claim->taken[i] -= c->before[i]; /* modulo 2^32 */
  return true;
}

void
paths_set_work (const struct path_counts *c, const gk_work *family,
                gk_work *work)
{
  size_t most = 0;

  for (size_t i = 1; i < c->n; i++)
    if (c->launches[i] > c->launches[most])
      most = i;
  if (!c->has_work || c->launches[most] == 0)
    return;
  *work = *family;
  if (c->factor[most] == 0)
    return;
  work->ops *= c->factor[most];
  work->op_class = c->op_class[most];
}

void
paths_print (const struct path_counts *c, char text[PATH_BYTES])
{
  const char *between = "mixed: ", *sole = NULL;
  size_t taken = 0, at = 0;

  for (size_t i = 0; i < c->n; i++)
    if (c->launches[i] > 0) {
      taken++;
      sole = c->name[i];
    }
  text[0] = '\0';
  if (taken == 1)
    snprintf (text, PATH_BYTES, "%s", sole);
  for (size_t i = 0; taken > 1 && i < c->n && at < PATH_BYTES; i++)
    if (c->launches[i] > 0) {
      at += (size_t)snprintf (text + at, PATH_BYTES - at, "%s%" PRIu64 " %s",
                              between, c->launches[i], c->name[i]);
      between = ", ";
    }
}
