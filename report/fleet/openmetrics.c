/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Prints devices for Prometheus, in the text form of OpenMetrics.  All metrics
 * are gauges: readers of the older text form, such as node_exporter's collector
 * of text files, parse no other kind the same way.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/printable.h"
#include "report/fleet/fleet.h"
#include "report/report.h"

static void
begin_metric (FILE *out, const char *name, const char *help)
{
  fprintf (out, "# TYPE %s gauge\n# HELP %s %s\n", name, name, help);
}

/* Prints a label, escaped as the format requires.  Unprintable characters are
 * shown as in all reports. */
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

/* Begins "NAME{host=...": more labels may follow, then end_sample. */
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
  begin_metric (out, "gkhost_ranks_missing", "Ranks without a run.");
  fprintf (out, "gkhost_ranks_missing %zu\n", missing.n_missing);
  missing_free (&missing);
  begin_metric (out, "gkhost_run_whole",
                "1 for a run that ended with all of its cases.");
  for (size_t i = 0; i < fleet->n_runs; i++) {
    print_run (out, "gkhost_run_whole", &fleet->run[i]);
    /* A rank may have an earlier run. */
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
      "1 for the state that a device is in: ok, alone, odd, slow, failed or "
      "wrong.");
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
  begin_metric (out, "gkhost_device_cases", "Number of cases by status.");
  for (size_t i = 0; i < fleet->n_devices; i++)
    for (int s = 0; s < N_STATUS && !fleet->device[i].superseded; s++)
      if (s != STATUS_SKIPPED) {
        print_device (out, "gkhost_device_cases", fleet, &fleet->device[i]);
        print_label (out, ",", "status", names_at (&status_names, s));
        end_sample (out, (double)fleet->device[i].count[s]);
      }
}

static void
print_caveats (FILE *out, const struct fleet *fleet)
{
  begin_metric (out, "gkhost_device_caveats",
                "Number of cases whose figures have this caveat.");
  for (size_t i = 0; i < fleet->n_devices; i++)
    for (int c = 0; c < N_CAVEATS && !fleet->device[i].superseded; c++) {
      print_device (out, "gkhost_device_caveats", fleet, &fleet->device[i]);
      print_label (out, ",", "caveat", caveat_word ((enum caveat)c));
      end_sample (out, (double)fleet->device[i].n_caveats[c]);
    }
}

/* A metric: a member of a device or of a measurement. */
struct metric {
  const char *name, *help;
  size_t offset;
  enum { MEMBER_DOUBLE, MEMBER_FLOAT, MEMBER_COUNT } type;
};

/* NaN: unknown. */
static double
metric_value (const struct metric *metric, const void *of)
{
  const void *member = (const char *)of + metric->offset;

  return metric->type == MEMBER_DOUBLE  ? *(const double *)member
         : metric->type == MEMBER_FLOAT ? (double)*(const float *)member
                                        : (double)*(const int64_t *)member;
}

#define OF_DEVICE(member) offsetof (struct fleet_device, member)
#define OF_CASE(member) offsetof (struct fleet_measurement, member)

static const struct metric device_metrics[] = {
  { "gkhost_device_siblings_ratio",
    "Speed over the median of the devices of its model, of two the other's; "
    "median of its cases.",
    OF_DEVICE (to_siblings), MEMBER_DOUBLE },
  { "gkhost_device_baseline_ratio",
    "Speed over the baseline's; median of its cases.", OF_DEVICE (to_baseline),
    MEMBER_DOUBLE },
  { "gkhost_device_temperature_celsius", "Highest temperature of its cases.",
    OF_DEVICE (temperature), MEMBER_DOUBLE },
  { "gkhost_device_ecc_corrected",
    "Memory errors that were corrected during its cases.",
    OF_DEVICE (ecc_corrected), MEMBER_COUNT },
  { "gkhost_device_ecc_uncorrected",
    "Memory errors that could not be corrected during its cases.",
    OF_DEVICE (ecc_uncorrected), MEMBER_COUNT },
  { "gkhost_device_remapped_rows",
    "Memory rows that were remapped during its cases.", OF_DEVICE (remapped),
    MEMBER_COUNT },
};

static void
print_device_metrics (FILE *out, const struct fleet *fleet)
{
  for (size_t m = 0; m < sizeof device_metrics / sizeof device_metrics[0];
       m++) {
    begin_metric (out, device_metrics[m].name, device_metrics[m].help);
    for (size_t i = 0; i < fleet->n_devices; i++) {
      double value = metric_value (&device_metrics[m], &fleet->device[i]);

      if (isnan (value) || fleet->device[i].superseded)
        continue;
      print_device (out, device_metrics[m].name, fleet, &fleet->device[i]);
      end_sample (out, value);
    }
  }
}

static const struct metric measurement_metrics[] = {
  { "gkhost_case_rate",
    "Bytes or operations per second, as the label unit says.", OF_CASE (rate),
    MEMBER_DOUBLE },
  { "gkhost_case_siblings_ratio",
    "Speed over the median of the devices of the model, of two the other's.",
    OF_CASE (ratio), MEMBER_FLOAT },
  { "gkhost_case_power_watts", "Power draw during the samples.",
    OF_CASE (power), MEMBER_FLOAT },
};

static void
print_measurement (FILE *out, const char *name, const struct fleet *fleet,
                   const struct fleet_measurement *measurement)
{
  const struct fleet_benchmark *benchmark
      = &fleet->benchmark[measurement->benchmark];

  print_device (out, name, fleet, &fleet->device[measurement->device]);
  print_label (out, ",", "case", benchmark->label);
  /* Long labels are cut; the id is unique. */
  fprintf (out, ",id=\"%016" PRIx64 "\"", benchmark->id);
  if (benchmark->unit[0] != '\0')
    print_label (out, ",", "unit", benchmark->unit);
}

static void
print_measurement_metrics (FILE *out, const struct fleet *fleet)
{
  for (size_t m = 0;
       m < sizeof measurement_metrics / sizeof measurement_metrics[0]; m++) {
    begin_metric (out, measurement_metrics[m].name,
                  measurement_metrics[m].help);
    for (size_t i = 0; i < fleet->n_measurements; i++) {
      double value
          = metric_value (&measurement_metrics[m], &fleet->measurements[i]);

      if (isnan (value))
        continue;
      print_measurement (out, measurement_metrics[m].name, fleet,
                         &fleet->measurements[i]);
      /* A float has seven digits. */
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
  print_caveats (out, fleet);
  print_device_metrics (out, fleet);
  print_measurement_metrics (out, fleet);
  fputs ("# EOF\n", out);
}
