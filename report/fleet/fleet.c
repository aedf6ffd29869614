/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/message.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "record/case-identity.h"
#include "report/describe.h"
#include "report/fleet/fleet.h"

/* Longer labels and reasons are cut. */
enum { TEXT_MOST = 200 };

static const char *
pool_clipped (struct fleet *fleet, const char *text)
{
  return strlen (text) <= TEXT_MOST
             ? pool_text (&fleet->pool, text)
             : pool_made (&fleet->pool,
                          xstrndup (text, utf8_count_valid (text, TEXT_MOST)));
}

static const char *
pool_clipped_and_free (struct fleet *fleet, char *text)
{
  const char *kept = pool_clipped (fleet, text);

  free (text);
  return kept;
}

static bool
is_long (const char *name)
{
  return name != NULL && strlen (name) > FLEET_NAME_MOST;
}

static bool
is_within (int64_t value, int64_t least, int64_t most)
{
  return value == INTEGER_ABSENT || (value >= least && value <= most);
}

/* Returns why a run record contradicts itself, to be freed; NULL: it does not.
 */
static char *
fault_of (const struct run_record *run)
{
  if (run == NULL)
    return xstrdup ("there is no run record");
  if (is_long (run->host.name))
    return xasprintf ("host.name has %zu bytes, and %d is the most",
                      strlen (run->host.name), FLEET_NAME_MOST);
  if (!is_within (run->ranks, 1, FLEET_RANKS_MOST))
    return xasprintf ("ranks is %" PRId64 ", and 1 to %d can be", run->ranks,
                      FLEET_RANKS_MOST);
  if (!is_within (run->rank, 0, FLEET_RANKS_MOST - 1)
      || (run->ranks != INTEGER_ABSENT && run->rank >= run->ranks))
    return xasprintf (
        "rank is %" PRId64 ", which is none of %" PRId64, run->rank,
        run->ranks == INTEGER_ABSENT ? FLEET_RANKS_MOST : run->ranks);
  if (run->devices.n > FLEET_DEVICES_MOST)
    return xasprintf ("there are %zu devices, and %d is the most",
                      run->devices.n, FLEET_DEVICES_MOST);
  return NULL;
}

static double
date_seconds (const char *date)
{
  struct tm tm = { 0 };
  const char *end = strptime (date, "%Y-%m-%dT%H:%M:%SZ", &tm);

  return end != NULL && *end == '\0' ? (double)timegm (&tm) : NAN;
}

static void
add_run (struct fleet *fleet, const struct records *records, const char *path,
         int line)
{
  const struct run_record *of = records_run (records);
  struct pool *pool = &fleet->pool;
  struct fleet_run *run = &XAPPEND (fleet->run, fleet->n_runs);
  const struct end_record *end = records_end (records);
  char *what = records_describe_break (records);

  *run = (struct fleet_run){
    .host = pool_text (pool, of->host.name != NULL && of->host.name[0] != '\0'
                                 ? of->host.name
                                 : path),
    .rank = of->rank,
    .ranks = of->ranks,
    .path = pool_text (pool, path),
    .line = line,
    .started = pool_clipped (fleet, text_or_empty (of->started)),
    .began = date_seconds (text_or_empty (of->started)),
    .wall_s = end != NULL ? end->wall_s : NAN,
    .gkhost = pool_clipped (fleet, text_or_empty (of->gkhost)),
    .commit = pool_clipped (fleet, text_or_empty (of->made.commit)),
    .suite_hash = pool_clipped (fleet, text_or_empty (of->suite.hash)),
    .first_device = fleet->n_devices,
    .number = fleet->n_runs - 1,
  };
  for (size_t i = 0; i < records->n; i++)
    run->n_cases += records_case (records, i) != NULL;
  if (what != NULL)
    run->broken = pool_made (pool, xasprintf ("it %s", what));
  free (what);
}

/* Of two runs of a device the later one counts. */
static void
mark_superseded (struct fleet *fleet, size_t number)
{
  struct fleet_device *device = &fleet->device[number];
  const struct fleet_run *run = &fleet->run[device->run];
  char *key
      = xasprintf ("%s\n%" PRId64 "\n%s", run->host, run->rank, device->name);
  size_t before = fleet->devices.n;
  struct map_entry *entry
      = map_find_or_add (&fleet->devices, key, strlen (key) + 1);
  struct fleet_device *other;

  if (fleet->devices.n > before) {
    entry->key = pool_text (&fleet->pool, key);
    entry->number = number;
  } else {
    other = &fleet->device[entry->number];
    if (strcmp (fleet->run[other->run].started, run->started) <= 0) {
      other->superseded = true;
      entry->number = number;
    } else
      device->superseded = true;
  }
  free (key);
}

static size_t
add_device (struct fleet *fleet, const struct run_record *run, const char *name)
{
  const struct device_record *of = device_record_find (&run->devices, name);
  struct fleet_device *device;

  device = &XAPPEND (fleet->device, fleet->n_devices);
  *device = (struct fleet_device){
    .run = fleet->n_runs - 1,
    .name = pool_text (&fleet->pool, name),
    .model
    = pool_clipped (fleet, of != NULL ? text_or_empty (of->description) : ""),
    .driver
    = pool_clipped (fleet, of != NULL ? text_or_empty (of->driver) : ""),
    .address
    = pool_clipped (fleet, of != NULL ? text_or_empty (of->address) : ""),
    .temperature = NAN,
  };
  fleet->run[device->run].n_devices++;
  mark_superseded (fleet, fleet->n_devices - 1);
  return fleet->n_devices - 1;
}

/* A run while it is added. */
struct adding {
  struct fleet *fleet;
  const struct run_record *run;
  struct map names; /* of its devices, by address: texts are interned */
};

static size_t
device_of (struct adding *adding, const char *const *name)
{
  size_t before = adding->names.n;
  struct map_entry *entry
      = map_find_or_add (&adding->names, name, sizeof *name);

  if (adding->names.n > before)
    entry->number = add_device (adding->fleet, adding->run, *name);
  return entry->number;
}

static uint32_t
find_benchmark (struct fleet *fleet, const struct case_record *record,
                const char *model)
{
  const struct identity key = case_benchmark_of_model (record, model);
  size_t before = fleet->benchmarks.n;
  struct map_entry *entry
      = map_find_or_add (&fleet->benchmarks, &key, sizeof key);
  const char *unit = record->rate.unit;

  if (fleet->benchmarks.n > before) {
    entry->key = pool_intern (&fleet->pool, &key, sizeof key);
    XAPPEND (fleet->benchmark, fleet->n_benchmarks) = (struct fleet_benchmark){
      .label = pool_clipped_and_free (fleet, describe_benchmark (record)),
      .model = model,
      .unit = pool_clipped (fleet, text_or_empty (unit)),
      .id = key.hash,
    };
  }
  return (uint32_t)entry->number;
}

static uint32_t
reasons_of (const struct texts *texts)
{
  uint32_t reasons = 0;

  for (size_t i = 0; i < texts->n; i++) {
    int reason = names_find (&clock_reason_names, texts->text[i]);

    if (reason >= 0)
      reasons |= UINT32_C (1) << reason;
  }
  return reasons;
}

static uint32_t
caveats_of (const struct case_record *record)
{
  uint32_t caveats = 0;

  for (int i = CAVEAT_SUSPECT + 1; i < N_CAVEATS; i++)
    if (caveat_is_set (record, (enum caveat)i))
      caveats |= UINT32_C (1) << i;
  return caveats;
}

/* Returns a plausible figure; else NaN. */
static float
figure_or_nan (double value)
{
  return value > 0 && value < 1e15 ? (float)value : NAN;
}

/* Seconds of launches from which on the power of devices is compared.  A meter
 * averages over one, in which a shorter case has verdicts and pauses, too. */
#define POWER_SECONDS 10

static float
steady_power_of (const struct case_record *record)
{
  return record->result.spent.kernel_s >= POWER_SECONDS
             ? figure_or_nan (record->telemetry.power)
             : NAN;
}

static void
add_measurement (struct fleet *fleet, size_t device,
                 const struct case_record *record)
{
  double speed = 1 / case_time (record);
  double margin = case_record_settings (record).slow_margin;

  /* Beyond this a ratio would overflow a float. */
  if (!(speed > 1e-12 && speed < 1e15))
    return;
  XAPPEND (fleet->measurements, fleet->n_measurements)
      = (struct fleet_measurement){
          .device = (uint32_t)device,
          .benchmark
          = find_benchmark (fleet, record, fleet->device[device].model),
          .speed = speed,
          .rate = record->rate.value > 0 && isfinite (record->rate.value)
                      ? record->rate.value
                      : NAN,
          .clock = figure_or_nan (record->telemetry.clock_sm),
          .power = figure_or_nan (record->telemetry.power),
          .steady_power = steady_power_of (record),
          .margin = (float)margin,
          .error = (float)fmin (fmax (case_error (record), 0), 1),
          .ratio = NAN,
          .z = NAN,
          .to_baseline = NAN,
          .reasons = reasons_of (&record->telemetry.reasons),
          .caveats = caveats_of (record),
        };
}

/* Adds a count of errors, limited since a record may be wrong. */
static int64_t
add_count (int64_t sum, int64_t count)
{
  return count > 0 ? sum + (count < INT32_MAX ? count : INT32_MAX) : sum;
}

static void
add_health (struct fleet_device *device, const struct case_record *record)
{
  float temperature = figure_or_nan (record->telemetry.temperature);

  device->temperature = fmax (device->temperature, temperature);
  device->ecc_corrected
      = add_count (device->ecc_corrected, record->telemetry.ecc_corrected);
  device->ecc_uncorrected
      = add_count (device->ecc_uncorrected, record->telemetry.ecc_uncorrected);
  device->remapped = add_count (device->remapped, record->telemetry.remapped);
}

/* Keeps the first case that did not pass; a wrong one takes precedence. */
static void
add_failure (struct fleet *fleet, struct fleet_device *device,
             const struct case_record *record)
{
  enum status status = record->result.status;
  char *label;

  if (case_passes (record)
      || (device->failure != NULL
          && (device->failure_status == STATUS_WRONG
              || status != STATUS_WRONG)))
    return;
  label = describe_benchmark (record);
  device->failure = pool_clipped_and_free (
      fleet, xasprintf ("%s %s: %s", case_outcome (record), label,
                        text_or_empty (record->result.reason)));
  device->failure_status = status;
  free (label);
}

static void
add_case (struct adding *adding, const struct case_record *record)
{
  struct fleet *fleet = adding->fleet;
  size_t number;
  struct fleet_device *device;

  if (record->device == NULL || record->result.status == STATUS_SKIPPED)
    return;
  number = device_of (adding, &record->device);
  device = &fleet->device[number];
  device->count[record->result.status]++;
  device->n_caveats[CAVEAT_SUSPECT] += case_is_suspect (record);
  add_health (device, record);
  add_failure (fleet, device, record);
  add_measurement (fleet, number, record);
}

/* Returns why the cases of a run can't be added, to be freed; NULL: they can.
 */
static char *
fault_of_devices (const struct records *records)
{
  struct map names = { 0 };
  char *fault = NULL;

  for (size_t i = 0; i < records->n && fault == NULL; i++) {
    const struct case_record *record = records_case (records, i);
    /* By address: texts are interned. */
    const char *const *name = record != NULL ? &record->device : NULL;
    size_t before = names.n;

    if (name == NULL || *name == NULL)
      continue;
    map_find_or_add (&names, name, sizeof *name);
    if (names.n > FLEET_DEVICES_MOST)
      fault = xasprintf ("its cases are on more than %d devices",
                         FLEET_DEVICES_MOST);
    else if (names.n > before && is_long (*name))
      fault = xasprintf ("a device's name has %zu bytes, and %d is the most",
                         strlen (*name), FLEET_NAME_MOST);
  }
  map_free (&names);
  return fault;
}

bool
fleet_add (struct fleet *fleet, const struct records *records, const char *path,
           int line)
{
  struct adding adding = { .fleet = fleet, .run = records_run (records) };
  char *fault = fault_of (adding.run);

  if (fault == NULL)
    fault = fault_of_devices (records);
  if (fault != NULL) {
    message_print_at (path, line, "%s: this run is left out", fault);
    free (fault);
    return false;
  }
  add_run (fleet, records, path, line);
  for (size_t i = 0; i < records->n; i++)
    if (records_case (records, i) != NULL)
      add_case (&adding, records_case (records, i));
  map_free (&adding.names);
  return true;
}

bool
fleet_is_of_several (const struct fleet *fleet)
{
  for (size_t i = 1; i < fleet->n_runs; i++)
    if (fleet->run[i].host != fleet->run[0].host
        || fleet->run[i].rank != fleet->run[0].rank)
      return true;
  return false;
}

char *
fleet_run_name (const struct fleet *fleet, size_t number)
{
  const struct fleet_run *run = &fleet->run[number];

  return run->rank == INTEGER_ABSENT
             ? xstrdup (run->host)
             : xasprintf ("%s rank %" PRId64, run->host, run->rank);
}

char *
fleet_device_name (const struct fleet *fleet, size_t number)
{
  const struct fleet_device *device = &fleet->device[number];
  char *run, *name;

  if (!fleet_is_of_several (fleet))
    return xstrdup (device->name);
  run = fleet_run_name (fleet, device->run);
  name = xasprintf ("%s %s", run, device->name);
  free (run);
  return name;
}

void
fleet_free (struct fleet *fleet)
{
  pool_free (&fleet->pool);
  map_free (&fleet->benchmarks);
  map_free (&fleet->devices);
  free (fleet->run);
  free (fleet->device);
  free (fleet->benchmark);
  free (fleet->measurements);
  free (fleet->by_benchmark);
  *fleet = (struct fleet){ 0 };
}
