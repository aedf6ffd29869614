/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "base/text.h"
#include "base/xalloc.h"
#include "record/record.h"
#include "record/run-record.h"

static json_t *
now_text (void)
{
  char text[32];
  time_t now = time (NULL);
  struct tm tm;

  gmtime_r (&now, &tm);
  strftime (text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
  return json_string (text);
}

/* The machine, its processor as the device `cpu` tells it. */
static json_t *
host_to_json (const json_t *devices)
{
  const json_t *cpu = json_array_get (devices, 0);
  struct utsname u;
  json_t *json;

  double load;

  uname (&u);
  json = json_pack ("{s:s, s:o}", "name", u.nodename, "os",
                    json_sprintf ("%s %s %s", u.sysname, u.release, u.machine));
  json_object_set (json, "cpu", json_object_get (cpu, "description"));
  json_object_set (json, "cores", json_object_get (cpu, "cores"));
  json_object_set (json, "memory", json_object_get (cpu, "memory"));
  if (getloadavg (&load, 1) == 1)
    json_object_set_new (json, "load", json_real (load));
  return json;
}

/* FNV-1a: tells one suite from another, and is no guard against malice. */
static uint64_t
hash (const char *data, size_t n)
{
  uint64_t h = UINT64_C (0xcbf29ce484222325);

  for (size_t i = 0; i < n; i++)
    h = (h ^ (unsigned char)data[i]) * UINT64_C (0x100000001b3);
  return h;
}

static json_t *
plugins_to_json (const struct catalog *catalog)
{
  json_t *list = json_array ();

  for (size_t i = 0; i < catalog->n_plugins; i++) {
    const struct plugin_desc *p = catalog->plugin[i];
    json_array_append_new (list,
                           json_pack ("{s:s, s:s, s:s}", "name", p->name,
                                      "path", p->path, "version", p->version));
  }
  return list;
}

json_t *
run_record (const struct plan *plan, const struct options *options)
{
  const struct suite *suite = &plan->suite;
  const json_t *devices = json_object_get (plan->devices_json, "devices");
  json_t *command = json_array ();
  json_t *json;

  for (int i = 0; i < options->argc; i++)
    json_array_append_new (command, json_text (options->argv[i]));
  json = json_pack (
      "{s:s, s:i, s:s, s:o, s:o, s:{s:o, s:I, s:o}, s:o, s:o}", "type", "run",
      "format", 1, "gkhost", PACKAGE_VERSION, "started", now_text (), "host",
      host_to_json (devices), "suite", "path", json_text (suite->path), "bytes",
      (json_int_t)suite->text_bytes, "hash",
      json_sprintf ("fnv1a:%016" PRIx64, hash (suite->text, suite->text_bytes)),
      "command", command, "plugins", plugins_to_json (&plan->catalog));
  /* The devices, and for each kind that has none the reason. */
  json_object_update (json, plan->devices_json);
  return json;
}

json_t *
end_record (const json_t *records, double wall_s, bool interrupted)
{
  json_int_t count[N_STATUS] = { 0 }, n = 0, faults = 0;
  const json_t *record;
  json_t *json;
  size_t i;

  json_array_foreach (records, i, record)
  {
    faults += strcmp (record_text (record, NULL, "type"), "fault") == 0;
    if (!record_is_case (record))
      continue;
    n++;
    count[record_status (record)]++;
  }
  json = json_pack ("{s:s, s:I}", "type", "end", "cases", n);
  for (int status = 0; status < N_STATUS; status++)
    json_object_set_new (json, status_name[status],
                         json_integer (count[status]));
  if (faults > 0)
    json_object_set_new (json, "faults", json_integer (faults));
  json_object_set_new (json, "wall_s", json_real (wall_s));
  if (interrupted)
    json_object_set_new (json, "interrupted", json_true ());
  return json;
}
