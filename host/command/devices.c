/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gkhost devices: prints the devices.  What a device can do at most (memory
 * bandwidth, arithmetic) is measured once and stored in the user's cache folder
 * (record/kept-limits.h), from where runs read it.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/cpu-time.h"
#include "base/message.h"
#include "base/machine.h"
#include "base/processors.h"
#include "base/text.h"
#include "base/units.h"
#include "base/printable.h"
#include "base/xalloc.h"
#include "command/commands.h"
#include "device/kinds.h"
#include "run/supervisor.h"
#include "record/device-record.h"
#include "record/kept-limits.h"
#include "report/describe.h"

enum { COLUMN = 7 };

/* Prints a further line about the device, unless text is NULL, and frees it. */
static void
print_more (char *text)
{
  if (text != NULL)
    wrap_item (stdout, 0, COLUMN, "", text);
  free (text);
}

/* ", writes 39.8 and 22.1 GB/s" */
static void
add_measure (struct text *text, const struct measures *best,
             enum measure measure, const char *what, const char *unit)
{
  double all = best->all[measure], one = best->one[measure];
  char a[UNITS_MAX], b[UNITS_MAX];

  if (all > 0 && !(one > 0))
    text_add (text, "%s %s %s", text->n > 0 ? "," : "", what,
              units_rate (a, all, unit));

  if (all > 0 && one > 0)
    text_add (text, "%s %s %s and %s %s", text->n > 0 ? "," : "", what,
              units_rate_number (a, all, unit, all),
              units_rate_number (b, one, unit, all),
              units_rate_unit (unit, all));
}

static void
print_measures (const struct measures *best)
{
  struct text memory = { 0 }, units = { 0 };

  add_measure (&memory, best, MEASURE_READ, "reads", "B/s");
  add_measure (&memory, best, MEASURE_WRITE, "writes", "B/s");
  add_measure (&memory, best, MEASURE_COPY, "copies", "B/s");
  add_measure (&units, best, MEASURE_I8, "i8", "OP/s");
  add_measure (&units, best, MEASURE_I32, "i32", "OP/s");
  add_measure (&units, best, MEASURE_F32, "f32", "FLOP/s");
  add_measure (&units, best, MEASURE_F64, "f64", "FLOP/s");
  print_more (xasprintf ("memory, by all cores and by one:%s",
                         text_or_empty (memory.data)));
  print_more (xasprintf ("arithmetic, by all cores and by one:%s",
                         text_or_empty (units.data)));
  free (memory.data);
  free (units.data);
}

static void
print_cache (const struct measures *best)
{
  struct text cache = { 0 };

  add_measure (&cache, best, MEASURE_CACHE, "reads", "B/s");
  if (cache.n > 0)
    print_more (xasprintf (
        "the last cache%s:%s",
        best->one[MEASURE_CACHE] > 0 ? ", by all cores and by one" : "",
        cache.data));
  free (cache.data);
}

/* path: the file with the measurements; NULL: they are not stored. */
static void
print_source (const struct device_record *device, const char *path)
{
  struct text text = { 0 };
  double load = device->measured.load, gap = device->measured.gap;

  text_add (&text, "measured %s", text_or_empty (device->measured.when));
  if (gap > MEASURES_REPEAT)
    text_add (&text, ", repeated within %.0f %% only", 100 * gap);
  if (kept_limits_disturbed (device, load))
    text_add (&text, ", disturbed by a load of %.2f", load);
  if (path == NULL && kept_limits_disturbed (device, load))
    text_add (&text,
              ", and not kept: measure again when the load is at most %.2f",
              (double)device->cores / 2);
  else if (path != NULL && gap > MEASURES_REPEAT)
    text_add (&text, ", and kept in %s until gkhost devices measures better",
              path);
  else if (path != NULL)
    text_add (&text, ", and kept: delete %s to measure anew", path);
  else
    text_add (&text, ", and not kept");
  print_more (text.data);
}

/* kept: the file with the measurements; NULL: they are not stored. */
static void
print_device (const struct device_record *device, const char *kept)
{
  char *text = describe_hardware (device);
  char time[UNITS_MAX];

  wrap_item (stdout, 0, COLUMN, text_or_empty (device->name), text);
  free (text);
  if (device->floor > 0)
    print_more (xasprintf ("an empty launch takes %s, the shortest time that "
                           "can be measured",
                           units_time (time, device->floor)));
  if (!device_record_has_measures (device))
    return;
  if (device_record_is_measured (device))
    print_measures (&device->measured.best);
  print_cache (&device->measured.best);
  print_source (device, kept);
}

/* False, after a message, when the measurements can't be stored in path. */
static bool
store_measures (const struct device_record *device, const char *path)
{
  if (path != NULL)
    return kept_limits_add (path, device);
  message_print (
      "what was measured can't be kept: set HOME or XDG_CACHE_HOME to "
      "the full path of a folder");
  return false;
}

/* Measures what the device can do at most, unless path has it.  Returns whether
 * path has the measurements. */
static bool
measure_device (struct supervisor *supervisor, struct device_record *device,
                const char *path, struct pool *pool)
{
  struct device_record old = *device;
  const char *kernel = pool_made (pool, machine_kernel ());
  char *why;
  const double load = cpu_load ();
  const bool disturbed = kept_limits_disturbed (device, load),
             kept = path != NULL && kept_limits_find (path, &old, pool);

  if (kept && kept_limits_suffice (&old, kernel, load)) {
    *device = old;
    return true;
  }
  if (!supervisor_measure_limits (supervisor, device, &why)) {
    message_print ("%s: what it can do can't be measured: %s",
                   text_or_empty (device->name), why);
    free (why);
    return false;
  }
  device->measured.when = pool_made (pool, clock_date ());
  device->measured.load = load;
  device->measured.kernel = kernel;
  if (disturbed)
    return false;
  if (kept)
    kept_limits_merge (device, &old);
  return store_measures (device, path);
}

static char *
describe_nodes (const struct texts *nodes)
{
  struct text text = { 0 };

  if (nodes->n < 2)
    return NULL;
  text_add (&text, "%zu NUMA nodes, of processors ", nodes->n);
  for (size_t i = 0; i < nodes->n; i++)
    text_add (&text, "%s%s", i > 0 ? "; " : "", nodes->text[i]);
  return text.data;
}

static char *
describe_core_threads (const struct texts *siblings)
{
  if (siblings->n == 0)
    return NULL;
  return xasprintf ("%zu cores of several threads: processors %s are one core",
                    siblings->n, siblings->text[0]);
}

/* Prints which processors share memory or a core, if not all do. */
static void
print_topology (struct pool *pool)
{
  const struct texts nodes = topology_nodes ("", pool);
  struct texts siblings;
  cpu_set_t usable;

  processors_get_usable (&usable);
  siblings = topology_core_threads ("", &usable, pool);
  print_more (describe_nodes (&nodes));
  print_more (describe_core_threads (&siblings));
}

/* Prints why there is no device of a kind; why NULL: there is one. */
static void
print_missing_kind (const char *why, gk_device_kind kind)
{
  char *lead = xasprintf ("no %s device: ", device_kind_at (kind)->label);

  if (why != NULL)
    wrap_print (stdout, lead, 2, why);
  free (lead);
}

/* Measures an empty launch, if that was not done when the device was found. */
static void
measure_floor (struct supervisor *supervisor, struct device_record *device)
{
  char *why;

  if (device->floor > 0 || supervisor_find_floor (supervisor, device, &why))
    return;
  message_print ("%s: its shortest launch can't be measured: %s",
                 text_or_empty (device->name), why);
  free (why);
}

static void
show_device (struct supervisor *supervisor, struct device_record *device,
             struct pool *pool, bool jsonl)
{
  int kind = device_kind_find (device->name);
  char *path = kept_limits_path ();
  bool kept = false;

  if (device->lost == NULL) {
    kept = measure_device (supervisor, device, path, pool);
    measure_floor (supervisor, device);
  }
  if (jsonl)
    print_device_jsonl (stdout, device);
  else
    print_device (device, kept ? path : NULL);
  if (kind == GK_CPU && !jsonl)
    print_topology (pool);
  free (path);
}

int
command_devices (const struct options *options)
{
  struct supervisor *supervisor = supervisor_new (options->local);
  struct pool pool = { 0 };
  struct device_records found
      = supervisor_devices (supervisor, UINT32_MAX, &pool);
  struct device_record *device = found.devices.item;
  const bool jsonl = options->format != NULL;

  for (size_t i = 0; i < found.devices.n; i++)
    show_device (supervisor, &device[i], &pool, jsonl);
  for (int kind = 0; kind < N_DEVICE_KINDS && !jsonl; kind++)
    print_missing_kind (found.absent[kind], (gk_device_kind)kind);
  if (found.lacks != NULL && !jsonl)
    wrap_print (stdout, "timing workers: ", 2, found.lacks);
  pool_free (&pool);
  supervisor_free (supervisor);
  return output_end (EXIT_PASSED);
}
