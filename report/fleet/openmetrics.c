/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Devices for Prometheus, in the text form of OpenMetrics.  All metrics are
 * gauges, which readers of the older text form, such as node_exporter's
 * collector of text files, read alike.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/printable.h"
#include "base/text.h"
#include "report/fleet/missing.h"
#include "report/report.h"
#include "report/fleet/device-health.h"

static void
begin_metric (FILE *out, const char *name, const char *help)
{
  fprintf (out, "# TYPE %s gauge\n# HELP %s %s\n", name, name, help);
}

/* Within quotes, as the format has it; what a terminal would obey is shown as
 * elsewhere. */
static void
print_label (FILE *out, const char *before, const char *name, const char *value)
{
  char *shown = printable_copy (value);

  fprintf (out, "%s%s=\"", before, name);
  for (const char *c = shown; *c != '\0'; c++) {
    if (*c == '\\' || *c == '"')
      putc ('\\', out);
    putc (*c, out);
  }
  putc ('"', out);
  free (shown);
}

/* "NAME{host=...": more labels may follow, and then the value. */
static void
print_run (FILE *out, const char *name, const struct fleet_run *run)
{
  fprintf (out, "%s{", name);
  print_label (out, "", "host", run->host);
  if (run->rank != INTEGER_ABSENT)
    fprintf (out, ",rank=\"%" PRId64 "\"", run->rank);
}

static void
print_device (FILE *out, const char *name, const struct fleet *fleet,
              const struct fleet_device *device)
{
  print_run (out, name, &fleet->run[device->run]);
  print_label (out, ",", "device", device->name);
}

static void
end_sample (FILE *out, double value)
{
  fprintf (out, "} %.15g\n", value);
}

static void
print_runs (FILE *out, const struct fleet *fleet)
{
  struct missing missing;

  missing_find (&missing, fleet);
  begin_metric (out, "gkhost_ranks_missing", "Ranks of which there is no run.");
  fprintf (out, "gkhost_ranks_missing %zu\n", missing.n_missing);
  missing_free (&missing);
  begin_metric (out, "gkhost_run_whole",
                "Whether a run came to its end with all of its cases.");
  for (size_t i = 0; i < fleet->n_runs; i++) {
    print_run (out, "gkhost_run_whole", &fleet->run[i]);
    /* Of the same rank there may be an earlier one. */
    print_label (out, ",", "started", fleet->run[i].started);
    fprintf (out, ",number=\"%zu\"", i);
    print_label (out, ",", "version", fleet->run[i].gkhost);
    print_label (out, ",", "suite", fleet->run[i].suite_hash);
    end_sample (out, fleet->run[i].broken == NULL);
  }
}

static void
print_states (FILE *out, const struct fleet *fleet)
{
  begin_metric (
      out, "gkhost_device_state",
      "1 for the state that a device is in: ok, odd, slow, failed or wrong.");
  for (size_t i = 0; i < fleet->n_devices; i++)
    for (int s = 0; s < N_DEVICE_HEALTHS && !fleet->device[i].superseded; s++) {
      print_device (out, "gkhost_device_state", fleet, &fleet->device[i]);
      print_label (out, ",", "model", fleet->device[i].model);
      print_label (out, ",", "address", fleet->device[i].address);
      print_label (out, ",", "state", names_at (&device_health_names, s));
      end_sample (out, s == (int)fleet->device[i].health);
    }
}

static void
print_cases (FILE *out, const struct fleet *fleet)
{
  begin_metric (out, "gkhost_device_cases", "How many cases ended so.");
  for (size_t i = 0; i < fleet->n_devices; i++)
    for (int s = 0; s < N_STATUS && !fleet->device[i].superseded; s++)
      if (s != STATUS_SKIPPED) {
        print_device (out, "gkhost_device_cases", fleet, &fleet->device[i]);
        print_label (out, ",", "status", names_at (&status_names, s));
        end_sample (out, (double)fleet->device[i].count[s]);
      }
}

/* A figure of a device; a NaN: it is not known. */
typedef double device_fn (const struct fleet_device *device);

static double
sibling_ratio_of (const struct fleet_device *device)
{
  return device->to_siblings;
}

static double
baseline_of (const struct fleet_device *device)
{
  return device->to_baseline;
}

static double
temperature_of (const struct fleet_device *device)
{
  return device->temperature;
}

static double
corrected_of (const struct fleet_device *device)
{
  return (double)device->ecc_corrected;
}

static double
uncorrected_of (const struct fleet_device *device)
{
  return (double)device->ecc_uncorrected;
}

static double
remapped_of (const struct fleet_device *device)
{
  return (double)device->remapped;
}

static const struct {
  const char *name, *help;
  device_fn *value;
} device_metrics[] = {
  { "gkhost_device_siblings_ratio",
    "The device's speed over the median of its siblings; of its cases the "
    "median.",
    sibling_ratio_of },
  { "gkhost_device_baseline_ratio",
    "The device's speed over the baseline's; of its cases the median.",
    baseline_of },
  { "gkhost_device_temperature_celsius", "The highest of its cases.",
    temperature_of },
  { "gkhost_device_ecc_corrected",
    "Errors of its memory that were corrected during its cases.",
    corrected_of },
  { "gkhost_device_ecc_uncorrected", "And those that could not be.",
    uncorrected_of },
  { "gkhost_device_remapped_rows",
    "Rows of its memory that were remapped during its cases.", remapped_of },
};

static void
print_device_metrics (FILE *out, const struct fleet *fleet)
{
  for (size_t m = 0; m < sizeof device_metrics / sizeof device_metrics[0];
       m++) {
    begin_metric (out, device_metrics[m].name, device_metrics[m].help);
    for (size_t i = 0; i < fleet->n_devices; i++) {
      double value = device_metrics[m].value (&fleet->device[i]);

      if (isnan (value) || fleet->device[i].superseded)
        continue;
      print_device (out, device_metrics[m].name, fleet, &fleet->device[i]);
      end_sample (out, value);
    }
  }
}

typedef double measurement_fn (const struct fleet_measurement *cell);

static double
rate_of (const struct fleet_measurement *cell)
{
  return cell->rate;
}

static double
ratio_of (const struct fleet_measurement *cell)
{
  return cell->ratio;
}

static double
power_of (const struct fleet_measurement *cell)
{
  return cell->power;
}

static const struct {
  const char *name, *help;
  measurement_fn *value;
} cell_metrics[] = {
  { "gkhost_case_rate", "Work a second, in the unit that the label tells.",
    rate_of },
  { "gkhost_case_siblings_ratio",
    "The case's speed over the median of the device's siblings.", ratio_of },
  { "gkhost_case_power_watts", "What the device drew during the samples.",
    power_of },
};

static void
print_measurement (FILE *out, const char *name, const struct fleet *fleet,
                   const struct fleet_measurement *cell)
{
  const struct fleet_benchmark *subject = &fleet->benchmark[cell->benchmark];

  print_device (out, name, fleet, &fleet->device[cell->device]);
  print_label (out, ",", "case", subject->label);
  /* Labels are cut where they are long, and this is not. */
  fprintf (out, ",id=\"%016" PRIx64 "\"", subject->id);
  if (subject->unit[0] != '\0')
    print_label (out, ",", "unit", subject->unit);
}

static void
print_measurement_metrics (FILE *out, const struct fleet *fleet)
{
  for (size_t m = 0; m < sizeof cell_metrics / sizeof cell_metrics[0]; m++) {
    begin_metric (out, cell_metrics[m].name, cell_metrics[m].help);
    for (size_t i = 0; i < fleet->n_measurements; i++) {
      double value = cell_metrics[m].value (&fleet->measurements[i]);

      if (isnan (value))
        continue;
      print_measurement (out, cell_metrics[m].name, fleet,
                         &fleet->measurements[i]);
      /* As many digits as are kept of each. */
      fprintf (out, "} %.7g\n", value);
    }
  }
}

void
fleet_openmetrics (FILE *out, struct fleet *fleet)
{
  print_runs (out, fleet);
  print_states (out, fleet);
  print_cases (out, fleet);
  print_device_metrics (out, fleet);
  print_measurement_metrics (out, fleet);
  fputs ("# EOF\n", out);
}

/* By the suite's margins. */
void
report_openmetrics (FILE *out, const struct records *records)
{
  struct fleet fleet;

  if (fleet_of_run (&fleet, records))
    fleet_openmetrics (out, &fleet);
  fleet_free (&fleet);
}
