/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "plugin/abi-names.h"
#include "plugin/services.h"
#include "plugin/table-faults.h"

enum { MAX_LOG = 64, MAX_UNIT = 16 };

static struct services *
get_services (const gk_host *host)
{
  /* The table is the first member, and const for plugins. */
  return (struct services *)(uintptr_t)host;
}

static void
host_error (const gk_host *host, const char *format, ...)
{
  struct services *s = get_services (host);
  char text[sizeof s->reason];
  va_list args;

  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  text_one_line (text);
  pthread_mutex_lock (&s->lock);
  memcpy (s->reason, text, strlen (text) + 1);
  pthread_mutex_unlock (&s->lock);
}

static void
host_log (const gk_host *host, const char *format, ...)
{
  struct services *s = get_services (host);
  char line[512];
  va_list args;

  va_start (args, format);
  vsnprintf (line, sizeof line, format, args);
  va_end (args);
  text_one_line (line);
  pthread_mutex_lock (&s->lock);
  if (json_array_size (s->log) < MAX_LOG)
    json_array_append_new (s->log, json_text (line));
  pthread_mutex_unlock (&s->lock);
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
  struct services *s = get_services (host);
  char *why = NULL;
  void *memory;

  if (s->workspace == NULL) {
    host_error (host, "workspace can be taken only in prepare");
    return NULL;
  }
  memory = s->workspace (s->owner, bytes, &why);
  if (memory == NULL)
    host_error (host, "%s", why);
  free (why);
  return memory;
}

static const gk_case *
host_describe (const gk_host *host)
{
  return get_services (host)->described;
}

/* ---- Metrics ---- */

enum metric_fault { BAD_CALLBACK, BAD_NAME, BAD_UNIT, BAD_VALUE, MANY, VALID };

static enum metric_fault
find_metric_fault (const struct services *s, const char *name, const char *unit,
                   double value)
{
  const enum callback in = callback_running ();
  const json_t *values = json_object_get (s->metrics, METRIC_VALUES);

  if (in != CALLBACK_PREPARE && in != CALLBACK_RELEASE && in != CALLBACK_VERIFY)
    return BAD_CALLBACK;
  if (!name_is_valid (name))
    return BAD_NAME;
  if (unit != NULL && (!line_is_valid (unit) || strlen (unit) > MAX_UNIT))
    return BAD_UNIT;
  if (!isfinite (value))
    return BAD_VALUE;
  return json_object_get (values, name) == NULL
                 && json_object_size (values) >= GK_MAX_METRICS
             ? MANY
             : VALID;
}

/* Sets a member of one of the two fields, which is made where there is none. */
static void
set_metric (json_t *metrics, const char *field, const char *name, json_t *value)
{
  json_t *object = json_object_get (metrics, field);

  if (object == NULL) {
    object = json_object ();
    json_object_set_new (metrics, field, object);
  }
  json_object_set_new (object, name, value);
}

/* A fault is logged once a case, since there are many launches. */
static void
host_metric (const gk_host *host, const char *name, const char *unit,
             double value)
{
  static const char *const why[] = {
    [BAD_CALLBACK] = "only prepare, release and verify may set one",
    [BAD_NAME] = "this " NAME_RULE,
    [BAD_UNIT] = "its unit must be a line of UTF-8 of 16 bytes at most",
    [BAD_VALUE] = "its value is not finite",
    [MANY] = "a family or a variant has 16 a case at most",
  };
  struct services *s = get_services (host);
  enum metric_fault fault;
  bool logged;

  pthread_mutex_lock (&s->lock);
  fault = find_metric_fault (s, name, unit, value);
  logged = fault == VALID || (s->refused & 1u << fault) != 0;
  s->refused |= 1u << fault;
  if (fault == VALID) {
    set_metric (s->metrics, METRIC_VALUES, name, json_real (value));
    json_object_del (json_object_get (s->metrics, METRIC_UNITS), name);
    if (unit != NULL)
      set_metric (s->metrics, METRIC_UNITS, name, json_string (unit));
  }
  pthread_mutex_unlock (&s->lock);
  if (!logged)
    host_log (host, "gkhost: metric '%.79s' is ignored: %s",
              text_or_empty (name), why[fault]);
}

json_t *
services_metrics (struct services *s)
{
  json_t *copy;

  pthread_mutex_lock (&s->lock);
  copy = json_deep_copy (s->metrics);
  pthread_mutex_unlock (&s->lock);
  return copy;
}

/* ---- The table ---- */

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
              .workspace = host_workspace,
              .metric = host_metric,
              .describe = host_describe },
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .log = json_array (),
    .metrics = json_object (),
  };
}

void
services_clear (struct services *s)
{
  pthread_mutex_lock (&s->lock);
  s->reason[0] = '\0';
  pthread_mutex_unlock (&s->lock);
}

void
services_begin_prepare (struct services *s, services_workspace *workspace,
                        void *owner, const gk_case *described)
{
  services_clear (s);
  s->workspace = workspace;
  s->owner = owner;
  s->described = described;
}

void
services_end_prepare (struct services *s)
{
  services_clear (s);
  s->workspace = NULL;
  s->described = NULL;
}

void
services_end_case (struct services *s)
{
  pthread_mutex_lock (&s->lock);
  json_array_clear (s->log);
  json_object_clear (s->metrics);
  s->refused = 0;
  pthread_mutex_unlock (&s->lock);
}

json_t *
services_log (struct services *s)
{
  json_t *copy;

  pthread_mutex_lock (&s->lock);
  copy = json_deep_copy (s->log);
  pthread_mutex_unlock (&s->lock);
  return copy;
}

void
services_free (struct services *s)
{
  json_decref (s->log);
  json_decref (s->metrics);
}

/* Copies the reason, since threads that a callback left may still write it. */
static const char *
copy_reason (struct services *s)
{
  pthread_mutex_lock (&s->lock);
  memcpy (s->last_reason, s->reason, sizeof s->last_reason);
  pthread_mutex_unlock (&s->lock);
  return s->last_reason;
}

/* True when a callback may return this; only verify returns GK_WRONG. */
static bool
is_status (const char *callback, int status)
{
  return status == GK_SKIP || status == GK_FAIL
         || (status == GK_WRONG && strcmp (callback, "verify") == 0);
}

int
services_status (struct services *s, const char *callback, int status)
{
  static const char *const names[]
      = { "GK_OK", "GK_SKIP", "GK_FAIL", "GK_WRONG" };
  char *reason = xstrdup (copy_reason (s));
  bool given = reason[0] != '\0', valid = is_status (callback, status);
  char *name = status >= GK_OK && status <= GK_WRONG ? xstrdup (names[status])
                                                     : xasprintf ("%d", status);

  if (valid && !given)
    s->host.error (&s->host,
                   "%s returned %s and gave no reason; it should call "
                   "host->error() first",
                   callback, name);
  else if (!valid)
    /* The reason of the host replaces that of the plugin. */
    s->host.error (&s->host, "%s returned %s, which is not a status%s%s%s",
                   callback, name, status == GK_WRONG ? " of its" : "",
                   given ? ": " : "", reason);
  free (name);
  free (reason);
  return valid ? status : GK_FAIL;
}

bool
services_failed (struct services *s)
{
  return copy_reason (s)[0] != '\0';
}

const char *
services_reason (struct services *s)
{
  const char *reason = copy_reason (s);

  return reason[0] != '\0' ? reason : "no reason was given";
}
