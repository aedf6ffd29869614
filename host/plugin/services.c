/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "plugin/services.h"

enum { MAX_LOG = 64 };

static struct services *
of (const gk_host *host)
{
  /* The table is the first member, and a plugin may not write to it. */
  return (struct services *)(uintptr_t)host;
}

/* One line, whatever a plugin sends. */
static void
one_line (char *text)
{
  for (char *p = text; *p != '\0'; p++)
    if ((unsigned char)*p < ' ')
      *p = ' ';
}

static void
host_error (const gk_host *host, const char *format, ...)
{
  struct services *s = of (host);
  va_list args;

  va_start (args, format);
  vsnprintf (s->reason, sizeof s->reason, format, args);
  va_end (args);
  one_line (s->reason);
}

static void
host_log (const gk_host *host, const char *format, ...)
{
  struct services *s = of (host);
  char line[512];
  va_list args;

  va_start (args, format);
  vsnprintf (line, sizeof line, format, args);
  va_end (args);
  one_line (line);
  if (json_array_size (s->log) < MAX_LOG)
    json_array_append_new (s->log, json_text (line));
}

static void *
host_alloc (const gk_host *host, size_t bytes)
{
  void *memory;

  if (posix_memalign (&memory, 64, bytes > 0 ? bytes : 1) != 0) {
    host_error (host, "can't allocate %zu bytes of host memory", bytes);
    return NULL;
  }
  return memory;
}

static void
host_free (const gk_host *host, void *memory)
{
  (void)host;
  free (memory);
}

static void
host_random (const gk_host *host, void *memory, size_t bytes, uint64_t seed)
{
  (void)host;
  random_fill (memory, bytes, seed);
}

static void *
host_workspace (const gk_host *host, size_t bytes)
{
  struct services *s = of (host);
  struct guarded *g = &s->workspace[s->n_workspaces];

  if (!s->in_prepare || s->n_workspaces == MAX_WORKSPACES) {
    host_error (host, !s->in_prepare
                          ? "workspace can be taken only in prepare"
                          : "a variant can take at most 8 workspaces");
    return NULL;
  }
  if (!guarded_alloc (g, s->device, s->memory, bytes,
                      GK_MAX_BUFFERS + s->n_workspaces)) {
    host_error (host, "can't allocate %zu bytes of workspace: %s", bytes,
                s->device->error);
    guarded_free (g, s->device);
    return NULL;
  }
  s->n_workspaces++;
  return g->payload;
}

void
services_init (struct services *s)
{
  *s = (struct services){
    .host = { .size = sizeof (gk_host),
              .abi = GK_ABI,
              .version = PACKAGE_VERSION,
              .error = host_error,
              .log = host_log,
              .alloc = host_alloc,
              .free = host_free,
              .random = host_random,
              .workspace = host_workspace },
    .log = json_array (),
  };
}

void
services_clear (struct services *s)
{
  s->reason[0] = '\0';
}

void
services_begin_case (struct services *s, struct device *device,
                     enum memory memory)
{
  services_clear (s);
  s->device = device;
  s->memory = memory;
  s->in_prepare = true;
}

void
services_prepared (struct services *s)
{
  services_clear (s);
  s->in_prepare = false;
}

void
services_end_case (struct services *s)
{
  while (s->n_workspaces > 0)
    guarded_free (&s->workspace[--s->n_workspaces], s->device);
  s->device = NULL;
  json_array_clear (s->log);
}

char *
services_damage (struct services *s, bool *failed)
{
  char *where, *text;

  *failed = false;
  for (size_t i = 0; i < s->n_workspaces; i++) {
    if (guarded_intact (&s->workspace[i], s->device, &where))
      continue;
    *failed = where == NULL;
    if (*failed)
      return NULL;
    text = xasprintf ("wrote outside of its workspace %zu, %s", i + 1, where);
    free (where);
    return text;
  }
  return NULL;
}

size_t
services_ranges (const struct services *s, struct range *ranges)
{
  for (size_t i = 0; i < s->n_workspaces; i++)
    ranges[i] = (struct range){ .address = s->workspace[i].payload,
                                .bytes = s->workspace[i].bytes };
  return s->n_workspaces;
}

void
services_free (struct services *s)
{
  services_end_case (s);
  json_decref (s->log);
}

/* Whether a callback may return this; only verify judges. */
static bool
is_status (const char *callback, int status)
{
  return status == GK_SKIP || status == GK_FAIL
         || (status == GK_WRONG && strcmp (callback, "verify") == 0);
}

static const char *
status_text (char *text, size_t room, int status)
{
  static const char *const names[] = { [GK_OK] = "GK_OK",
                                       [GK_SKIP] = "GK_SKIP",
                                       [GK_FAIL] = "GK_FAIL",
                                       [GK_WRONG] = "GK_WRONG" };

  if (status >= 0 && (size_t)status < sizeof names / sizeof names[0])
    snprintf (text, room, "%s", names[status]);
  else
    snprintf (text, room, "%d", status);
  return text;
}

int
services_status (struct services *s, const char *callback, int status)
{
  bool given = s->reason[0] != '\0', valid = is_status (callback, status);
  char name[16], *reason;

  if (valid && given)
    return status;
  status_text (name, sizeof name, status);
  reason = xstrdup (s->reason);
  if (valid)
    snprintf (s->reason, sizeof s->reason,
              "%s returned %s and gave no reason; it should call "
              "host->error() first",
              callback, name);
  else
    snprintf (s->reason, sizeof s->reason,
              "%s returned %s, which is not a status%s%s%s", callback, name,
              status == GK_WRONG ? " of its" : "", given ? ": " : "", reason);
  free (reason);
  return valid ? status : GK_FAIL;
}

const char *
services_reason (const struct services *s)
{
  return s->reason[0] != '\0' ? s->reason : "no reason was given";
}
