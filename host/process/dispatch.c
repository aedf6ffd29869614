/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "bench/runner.h"
#include "device/device-json.h"
#include "plugin/loader.h"
#include "plugin/plugin-json.h"
#include "process/dispatch.h"
#include "process/request.h"
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

static json_t *
run_case (struct runner *runner, const json_t *json)
{
  struct run_request request;

  if (request_read (&request, json))
    return runner_run (runner, &request);
  return json_pack ("{s:s, s:s}", "status", "failed", "reason",
                    "the host's own request is broken");
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
    return devices_to_json (json_object_get (request, "kinds"));
  if (strcmp (op, "run") == 0)
    return run_case (a->runner, request);
  if (strcmp (op, "release_problem") == 0) {
    runner_release_problem (a->runner);
    return json_object ();
  }
  return error_answer (xasprintf ("unknown op '%s'", op));
}
