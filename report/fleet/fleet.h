/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report/fleet/: devices compared with others of the same model, in one run or
 * in the runs of many hosts.
 * Uses: base, device, record, report.
 *
 * A fleet has the devices of one or many runs, and of each case only the
 * figures by which devices are compared.  It forgets the records, so that a
 * thousand hosts take little room.
 */
#ifndef FLEET_H
#define FLEET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "device/meter.h"
#include "record/records.h"

/* Upper limits for files that are merged, which are not trusted. */
enum {
  FLEET_NAME_MOST = 255,       /* bytes of the name of a host or a device */
  FLEET_RANKS_MOST = 1 << 20,  /* ranks */
  FLEET_DEVICES_MOST = 1 << 16 /* devices of one run */
};

/* A run of a host, or of a rank on it. */
struct fleet_run {
  const char *host;    /* its name; without one the file's */
  int64_t rank, ranks; /* or INTEGER_ABSENT */
  const char *launcher;
  const char *path; /* file of its records */
  int line;         /* of its run record */
  const char *started, *gkhost, *commit, *suite, *suite_hash;
  size_t n_cases;     /* case records */
  const char *broken; /* why it is not complete; NULL: it is */
  size_t first_device, n_devices;
};

/* The health of a device, the worst last. */
enum device_health {
  DEVICE_HEALTH_OK,
  DEVICE_HEALTH_ODD,    /* odd clocks, power or reasons, or memory errors */
  DEVICE_HEALTH_SLOW,   /* slower than devices of its model, or the baseline */
  DEVICE_HEALTH_FAILED, /* a case failed, or is suspect */
  DEVICE_HEALTH_WRONG,  /* a result was wrong */
  N_DEVICE_HEALTHS
};

/* The number of cases with something to compare, and of those that are off. */
struct deviations {
  size_t n, n_off;
  size_t n_far; /* of n_off: so far off that one is enough */
};

struct fleet_device {
  size_t run;
  const char *name, *model, *driver, *address;
  bool superseded; /* a later run has it again: this one does not count */
  size_t count[N_STATUS], n_suspect;
  const char *failure; /* first case that did not pass, and why */
  enum status failure_status;
  double temperature;                               /* highest; NaN: unknown */
  int64_t ecc_corrected, ecc_uncorrected, remapped; /* sums */
  size_t first_measurement, n_measurements;         /* once sorted */
  /* Set by fleet_assess. */
  enum device_health health;
  struct deviations siblings, baseline, clock, power;
  struct deviations reason[N_CLOCK_REASONS]; /* reasons that most others lack */
  /* Medians of the ratios of its speeds; NaN: there are none. */
  double to_siblings, to_baseline;
  size_t most; /* largest number of devices that share one of its cases */
};

/* A case, on any device of a model. */
struct fleet_benchmark {
  const char *label; /* "job/variant (rows=1000), cold cache" */
  const char *job, *model, *unit;
  uint64_t id;                              /* the same in other runs */
  size_t first_measurement, n_measurements; /* in fleet.by_benchmark */
};

/* The result of a benchmark on a device. */
struct fleet_measurement {
  uint32_t device, benchmark;
  double speed;       /* launches a second */
  double rate;        /* in the unit of the benchmark, or NaN */
  float clock, power; /* NaN: unknown */
  float margin;       /* slow below 1 - margin */
  float error;        /* relative: two of them cover the true time in 95 % */
  float ratio, z;     /* set by fleet_assess; NaN: nothing to compare */
  float to_baseline;  /* the same */
  uint32_t reasons;   /* bits by enum clock_reason */
  uint32_t n;         /* rounds that it is the median of */
  bool slow, slow_to_baseline; /* set by fleet_assess */
};

/* Starts zeroed. */
struct fleet {
  struct pool pool; /* owns the texts */
  struct fleet_run *run;
  size_t n_runs;
  struct fleet_device *device;
  size_t n_devices;
  struct fleet_benchmark *benchmark;
  size_t n_benchmarks;
  /* Once sorted: by device, then by benchmark. */
  struct fleet_measurement *measurements;
  size_t n_measurements;
  /* Indices of measurements: by benchmark, then by speed. */
  uint32_t *by_benchmark;
  struct map benchmarks;     /* by case_benchmark_of_model */
  struct map devices;        /* by host, rank and name: those that count */
  size_t n_files, n_refused; /* files given and refused; set by the caller */
};

/* Adds a run; path and line tell where it was read.  False, after a message and
 * with nothing added, where the run contradicts itself. */
bool fleet_add (struct fleet *fleet, const struct records *records,
                const char *path, int line);
/* Sorts runs, devices and measurements.  To be called once, when all runs are
 * added. */
void fleet_sort (struct fleet *fleet);
void fleet_free (struct fleet *fleet);

/* True with several hosts or ranks. */
bool fleet_is_of_several (const struct fleet *fleet);
/* Returns "node0017" or "node0017 rank 3", to be freed. */
char *fleet_run_name (const struct fleet *fleet, size_t run);
/* Returns "node0017 cuda:0", or "cuda:0" with one run, to be freed. */
char *fleet_device_name (const struct fleet *fleet, size_t device);

#endif
