/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "bench/runner.h"
#include "device/device.h"
#include "plugin/loader.h"
#include "plugin/plugin-json.h"
#include "process/dispatch.h"
#include "process/request.h"
#include "record/case-record.h"
#include "record/device-record.h"
#include "suite/settings.h"

struct dispatcher {
  struct runner *runner;
};

struct dispatcher *
dispatcher_new (bool in_process)
{
  struct dispatcher *a = xcalloc (1, sizeof *a);

  a->runner = runner_new (in_process);
  return a;
}

void
dispatcher_free (struct dispatcher *a)
{
  runner_free (a->runner);
  free (a);
}

static json_t *
error_answer (char *why)
{
  json_t *answer = json_pack ("{s:s}", "error", why);

  free (why);
  return answer;
}

static bool
is_key (const char *name)
{
  return setting_find (name) >= 0;
}

static json_t *
describe_plugin (const char *path)
{
  const struct loader_host host = { is_key, N_DEVICE_KINDS };
  struct plugin plugin;
  char *why;
  json_t *answer;

  if (plugin_load (&plugin, path, &host, &why))
    answer = json_pack ("{s:o}", "plugin", plugin_to_json (&plugin));
  else
    answer = error_answer (why);
  plugin_unload (&plugin);
  return answer;
}

/* A worker fills in its part of the record, and says nothing of the rest. */
static json_t *
run_case (struct runner *runner, const json_t *json)
{
  struct run_request request;
  struct case_record record;
  struct pool pool = { 0 };
  bool healthy = true;
  json_t *answer;

  fields_clear (&case_fields, &record);
  if (request_read (&request, json))
    healthy = runner_run (runner, &request, &record.result, &pool);
  else
    case_record_end (&record, &pool, STATUS_FAILED,
                     "the host's own request is broken");
  answer = fields_to_json (&case_fields, &record);
  pool_free (&pool);
  if (!healthy)
    json_object_set_new (answer, "needs_restart", json_true ());
  return answer;
}

/* Adds the devices of a kind to those that were found, whose array they are
 * in. */
static void
find_kind (struct device_records *found, gk_device_kind kind, struct pool *pool)
{
  char *why;
  size_t n;
  struct device_info *info = device_probe (kind, &n, &why);

  for (size_t i = 0; i < n; i++) {
    struct device_record *record = found->devices.item
        = xgrow (found->devices.item, found->devices.n, sizeof *record);

    record[found->devices.n++] = device_record_of (&info[i], pool);
  }
  if (n == 0)
    found->absent[kind] = pool_text (pool, why);
  free (why);
  free (info);
}

static json_t *
find_devices (const json_t *kinds)
{
  struct device_records found;
  struct pool pool = { 0 };
  const json_t *name;
  json_t *answer;
  size_t i;

  fields_clear (&devices_answer_fields, &found);
  json_array_foreach (kinds, i, name)
  {
    int kind = device_kind_find (json_string_value (name));

    if (kind >= 0)
      find_kind (&found, (gk_device_kind)kind, &pool);
  }
  answer = fields_to_json (&devices_answer_fields, &found);
  free (found.devices.item);
  pool_free (&pool);
  return answer;
}

json_t *
dispatch (struct dispatcher *a, const json_t *request)
{
  const char *op = json_string_value (json_object_get (request, "op"));
  const char *path = json_string_value (json_object_get (request, "path"));

  if (op == NULL)
    return error_answer (xstrdup ("the request names no op"));
  if (strcmp (op, "describe") == 0 && path != NULL)
    return describe_plugin (path);
  if (strcmp (op, "devices") == 0)
    return find_devices (json_object_get (request, "kinds"));
  if (strcmp (op, "run") == 0)
    return run_case (a->runner, request);
  if (strcmp (op, "release_problem") == 0) {
    runner_release_problem (a->runner);
    return json_object ();
  }
  return error_answer (xasprintf ("unknown op '%s'", op));
}
