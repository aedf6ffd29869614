/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "base/message.h"
#include "command/commands.h"
#include "record/runs.h"
#include "report/fleet/fleet.h"

bool
baseline_read (struct baseline *baseline, const struct options *options)
{
  struct runs runs;
  bool good = true;

  *baseline = (struct baseline){ 0 };
  if (options->against == NULL)
    return true;
  if (!runs_read (&runs, options->against))
    return false;
  for (size_t i = 0; i < runs.n && good; i++)
    good = fleet_add (&baseline->fleet, &runs.run[i], options->against,
                      runs.line[i]);
  runs_free (&runs);
  fleet_sort (&baseline->fleet);
  if (good && baseline->fleet.n_measurements == 0) {
    message_print (
        "--against %s has no case with a time: name the records of a run "
        "that passed",
        options->against);
    good = false;
  }
  if (!good)
    baseline_free (baseline);
  return good;
}

void
baseline_free (struct baseline *baseline)
{
  fleet_free (&baseline->fleet);
}

bool
assess_fleet (struct fleet *fleet, const struct options *options,
              const struct baseline *baseline)
{
  const struct yardstick yardstick = {
    .margin = options->margin != NULL ? options->margin_value : (double)NAN,
    .baseline = options->against != NULL ? &baseline->fleet : NULL,
    .path = options->against,
  };

  fleet_sort (fleet);
  return fleet_assess (fleet, &yardstick);
}

/* Adds records of the planned cases, as if each had passed, to be compared with
 * the baseline. */
static void
add_plan (struct records *records, const struct plan *plan)
{
  struct run_record *run
      = pool_alloc (&records->pool, sizeof (struct run_record));

  fields_clear (&run_fields, run);
  run->host.name = "here";
  run->devices = plan->found.devices;
  records_add (records, &run_fields, run);
  for (size_t i = 0; i < plan->cases.n; i++) {
    const struct case_ *c = &plan->cases.case_[i];
    struct case_record *record;

    if (c->skip != NULL)
      continue;
    record = case_record_new (&records->pool, c);
    record->result.status = STATUS_OK;
    record->result.time.median_s = 1;
    records_add (records, &case_fields, record);
  }
}

bool
baseline_fits_plan (const struct options *options, const struct plan *plan)
{
  struct records records = { 0 };
  struct fleet fleet = { 0 };
  struct baseline baseline;
  bool good;

  if (options->against == NULL)
    return true;
  if (!baseline_read (&baseline, options))
    return false;
  add_plan (&records, plan);
  good = fleet_add (&fleet, &records, options->suite, 0)
         && assess_fleet (&fleet, options, &baseline);
  fleet_free (&fleet);
  records_free (&records);
  baseline_free (&baseline);
  return good;
}

static bool
all_are_good (const struct fleet *fleet)
{
  for (size_t i = 0; i < fleet->n_devices; i++)
    if (fleet->device[i].health > DEVICE_HEALTH_ALONE)
      return false;
  return true;
}

/* data: standard output has data; only bad devices are printed, to standard
 * error. */
static void
print_health (const struct options *options, const struct fleet *fleet,
              bool data)
{
  const bool markdown = options->format != NULL && options->format->is_markdown;
  FILE *out = data ? stderr : stdout;

  if (data && all_are_good (fleet))
    return;
  print_devices (out, fleet, markdown && !data);
  print_bad_devices (out, fleet, markdown && !data, SIZE_MAX);
}

static bool
shows_devices (const struct options *options)
{
  return options->format != NULL && format_is_of_devices (options->format);
}

static bool
assess_and_print (struct fleet *fleet, const struct options *options,
                  const struct baseline *baseline, bool data)
{
  if (!assess_fleet (fleet, options, baseline))
    return false;
  if (shows_devices (options))
    options->format->print_fleet (stdout, fleet);
  else
    print_health (options, fleet, data);
  return true;
}

static int
assess_records (const struct options *options, const struct records *records,
                const char *path, bool data, int status)
{
  const bool assessed
      = options->against != NULL || records_share_model (records);
  struct fleet fleet = { 0 };
  struct baseline baseline;

  if (!assessed && !shows_devices (options))
    return status;
  if (!baseline_read (&baseline, options))
    return EXIT_USAGE;
  if (!fleet_add (&fleet, records, path, 0)
      || !assess_and_print (&fleet, options, &baseline, data))
    status = EXIT_USAGE;
  else if (assessed && status == EXIT_PASSED && fleet_is_bad (&fleet))
    status = EXIT_CASES;
  fleet_free (&fleet);
  baseline_free (&baseline);
  return status;
}

int
assess_run (const struct options *options, const struct records *records,
            const char *path, int status)
{
  return assess_records (options, records, path,
                         options->format != NULL && options->format->is_data,
                         status);
}

int
assess_run_at_end (FILE *out, const struct options *options,
                   const struct plan *plan, const struct records *records,
                   int status)
{
  (void)plan;
  return assess_records (options, records,
                         options->output != NULL ? options->output : "the run",
                         out == stderr, status);
}
