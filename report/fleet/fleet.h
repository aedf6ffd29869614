/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The devices of one run or of many, of one host or of a cluster, put together:
 * what is kept of the records to hold each device against the others.  What is
 * not needed for that is forgotten, so that a thousand hosts take little room.
 */
#ifndef FLEET_H
#define FLEET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/pool.h"
#include "device/reasons.h"
#include "record/records.h"

/* What a file that is merged may say at the most: it may be anyone's. */
enum {
  FLEET_NAME_MOST = 255,       /* bytes of a name of a host or a device */
  FLEET_RANKS_MOST = 1 << 20,  /* as many ranks */
  FLEET_DEVICES_MOST = 1 << 16 /* of one run */
};

/* A run: of a host, or of a rank on it. */
struct fleet_run {
  const char *host;    /* its name; of a run that tells none, the file's */
  int64_t rank, ranks; /* or INTEGER_ABSENT */
  const char *launcher;
  const char *path; /* of its file */
  int line;         /* of its run record there */
  const char *started, *gkhost, *commit, *suite, *suite_hash;
  size_t n_cases;     /* records of them */
  const char *broken; /* why it has not all of its cases; NULL: it has */
  size_t first_device, n_devices;
};

/* How a device stands, the worst last. */
enum device_health {
  DEVICE_HEALTH_OK,
  DEVICE_HEALTH_ODD,  /* its clocks, power or reasons differ, or its memory errs
                       */
  DEVICE_HEALTH_SLOW, /* below its siblings or the baseline */
  DEVICE_HEALTH_FAILED, /* a case did not come to a figure that counts */
  DEVICE_HEALTH_WRONG,  /* a result was wrong */
  N_DEVICE_HEALTHS
};

/* Of how many cases a device has something to be held against, and in how many
 * it is off. */
struct deviations {
  size_t n, n_off;
  size_t n_far; /* of those that are off, by so much that one is enough */
};

struct fleet_device {
  size_t run;
  const char *name, *model, *driver, *address;
  bool superseded; /* a later run is of the same one: nothing of it counts */
  size_t count[N_STATUS], n_suspect;
  const char *failure; /* the first case that did not pass, and why */
  enum status failure_status;
  double temperature; /* the highest; a NaN: none is known */
  int64_t ecc_corrected, ecc_uncorrected, remapped; /* in all */
  size_t first_measurement, n_measurements;         /* once they are in order */
  /* By fleet_assess. */
  enum device_health health;
  struct deviations siblings, baseline, clock, power;
  struct deviations reason[N_CLOCK_REASONS]; /* that most siblings have not */
  double to_siblings, to_baseline; /* the median of its speeds' ratios to
                                      theirs; a NaN: there is none */
  size_t most;                     /* devices that share a case of it */
};

/* A case, on whatever device of a model. */
struct fleet_benchmark {
  const char *label; /* "job/variant (rows=1000), cold cache" */
  const char *job, *model, *unit;
  uint64_t id; /* by which another run knows it, too */
  size_t first_measurement, n_measurements; /* in fleet.by_subject */
};

/* What a device has of a case. */
struct fleet_measurement {
  uint32_t device, benchmark;
  double speed;       /* launches a second */
  double rate;        /* in the subject's unit, or a NaN */
  float clock, power; /* a NaN: not known */
  float margin;       /* below which it is slow */
  float error;        /* of its time, relative: the true one is within two */
  float ratio, z;     /* by fleet_assess; a NaN: nothing is like it */
  float to_baseline;  /* likewise */
  uint32_t reasons;   /* bits of enum clock_reason */
  uint32_t n;         /* records that it is the median of */
  bool slow, slow_to_baseline; /* by fleet_assess, too */
};

/* Zeroed: empty. */
struct fleet {
  struct pool pool; /* of the texts */
  struct fleet_run *run;
  size_t n_runs;
  struct fleet_device *device;
  size_t n_devices;
  struct fleet_benchmark *benchmark;
  size_t n_benchmarks;
  struct fleet_measurement
      *measurements; /* once in order: by device, then by subject */
  size_t n_measurements;
  uint32_t *by_benchmark;    /* cells: by subject, then by speed */
  struct map benchmarks;     /* by case_benchmark_of_model */
  struct map devices;        /* by host, rank and name: the one that counts */
  size_t n_files, n_refused; /* of those that were given, by who reads them */
};

/* Adds a run; path and line say where it was read.  False, with a complaint,
 * where what it says can't be: nothing of it is added then. */
bool fleet_add (struct fleet *fleet, const struct records *records,
                const char *path, int line);
/* Puts runs and devices in the order of ranks and names, and cells in theirs.
 * To be called once, when all were added. */
void fleet_sort (struct fleet *fleet);
void fleet_free (struct fleet *fleet);

/* Whether there are several hosts or ranks. */
bool fleet_is_of_several (const struct fleet *fleet);
/* "node0017", "node0017 rank 3"; to be freed. */
char *fleet_run_name (const struct fleet *fleet, size_t run);
/* "node0017 cuda:0", or "cuda:0" where there is one run; to be freed. */
char *fleet_device_name (const struct fleet *fleet, size_t device);

#endif
