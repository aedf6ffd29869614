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
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/names.h"
#include "base/pool.h"
#include "device/meter.h"
#include "record/caveat.h"
#include "record/records.h"
#include "report/grid.h"

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
  const char *path;    /* file of its records */
  int line;            /* of its run record */
  const char *started, *gkhost, *commit, *suite_hash;
  double began, wall_s; /* of started, in seconds since 1970; NaN: unknown */
  size_t n_cases;       /* case records */
  const char *broken;   /* why it is not complete; NULL: it is */
  size_t first_device, n_devices;
  size_t number; /* in the order in which runs were added */
};

/* The health of a device, the worst last. */
enum device_health {
  DEVICE_HEALTH_OK,
  DEVICE_HEALTH_ALONE,  /* ok for all that is known: nothing was compared */
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
  size_t count[N_STATUS], n_caveats[N_CAVEATS]; /* cases, once sorted */
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
  const char *model, *unit;
  uint64_t id;                              /* the same in other runs */
  size_t first_measurement, n_measurements; /* in fleet.by_benchmark */
};

/* The result of a benchmark on a device. */
struct fleet_measurement {
  uint32_t device, benchmark;
  double speed;       /* launches a second */
  double rate;        /* in the unit of the benchmark, or NaN */
  float clock, power; /* NaN: unknown */
  float steady_power; /* of launches that took long enough for the meter */
  float margin;       /* slow below 1 - margin */
  float error;        /* relative: two of them cover the true time in 95 % */
  float ratio, z;     /* set by fleet_assess; NaN: nothing to compare */
  float to_baseline;  /* the same */
  uint32_t reasons;   /* bits by enum clock_reason */
  uint32_t caveats;   /* bits by enum caveat: of most of its rounds */
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

/* Prints the devices of a fleet: a table, then why devices are not ok. */

/* Makes the table as a grid. */
void devices_view_make (struct grid *grid, const struct fleet *fleet);
/* Prints the table of devices that were compared with others.  markdown: for a
 * page. */
void print_devices (FILE *out, const struct fleet *fleet, bool markdown);
/* Prints why devices are not ok, the worst first, up to most of each health. */
void print_bad_devices (FILE *out, const struct fleet *fleet, bool markdown,
                        size_t most);
/* Returns "7 ok, 1 alone (nothing to compare with), 1 slow", to be freed. */
char *describe_health_counts (const struct fleet *fleet);

/* Describes why a device is not ok, for tables and pages. */

/* Returns "0.90x its siblings' speed, slow in 10 of 12 cases: copy/bulk ...
 * 0.88x (z -12.1); ...", to be freed; NULL for a device that is ok. */
char *describe_device_health (const struct fleet *fleet, size_t device);

/* Finds what a fleet lacks: ranks without a run, and incomplete runs.  A file
 * that an earlier launch left would stand for a rank of this one: a run is
 * apart if it began more than half a day, or than the longest run took, before
 * or after the median of all.  A rank may be measured again later, and hosts
 * without ranks one by one. */

struct missing {
  int64_t ranks;    /* as most runs report; 0: unknown */
  bool *there;      /* by rank: true where there is a run */
  size_t n_missing; /* ranks without one */
  size_t n_broken;  /* runs without an end, or without some of their cases */
  size_t n_doubled; /* ranks of two hosts */
  bool *apart;      /* by run */
  size_t n_apart;
  size_t n_stale;    /* of them, ranks of an earlier launch */
  double begin, end; /* of all runs, as began; NaN: unknown */
};

void missing_find (struct missing *missing, const struct fleet *fleet);
/* True where nothing is missing, and no rank is of an earlier launch. */
bool missing_is_none (const struct missing *missing);
void missing_free (struct missing *missing);
/* Prints "ranks 3, 7-9 of 16: no run of them is here", with up to most ranges;
 * nothing where none is missing. */
void missing_print_ranks (FILE *out, const struct missing *missing,
                          size_t most);
/* Prints these ranks, and a line for each incomplete run, up to most. */
void missing_print (FILE *out, const struct missing *missing,
                    const struct fleet *fleet, size_t most);
/* Returns "1 rank missing, 2 runs not whole", to be freed; NULL: nothing is
 * missing. */
char *describe_missing (const struct missing *missing);

/* Compares one figure with those of all devices of its model: its ratio to
 * their median (of two, to the other), and its modified z-score.  The z-score
 * uses the MAD (median absolute deviation) of the others, which a few odd
 * devices don't change. */

/* A modified z-score over this is an outlier (Iglewicz and Hoaglin). */
#define SIBLING_Z_MOST 3.5

struct sibling_score {
  double ratio; /* to the median; of two, to the other */
  double z; /* 0.6745 times the distance over their MAD; infinite where the MAD
               is 0 */
};

/* Scores figure i of n >= 2 in ascending order, all over 0. */
struct sibling_score sibling_model_score (const double *sorted, size_t n,
                                          size_t i);

/* True where it is off by more than the margin, and an outlier. */
bool sibling_score_is_below (const struct sibling_score *sibling,
                             double margin);
bool sibling_score_is_above (const struct sibling_score *sibling,
                             double margin);

/* Judges each device of a fleet: against the devices of the same model that ran
 * the same cases (its siblings), and against a baseline.
 *
 * In each case, a device is off where it is below the median by more than the
 * margin and the errors of both times, and far outside the scatter of the
 * others (sibling-model.c).  One such case may be noise: a device is slow where
 * it is off in a tenth of its cases, in two at least, or far off in one.
 */

extern const struct names device_health_names;

/* What devices are compared with. */
struct yardstick {
  double margin; /* for all cases; NaN: the margins of the suite */
  const struct fleet *baseline; /* sorted; NULL: none */
  const char *path;             /* of the baseline */
};

/* Judges the devices of a sorted fleet.  False, after a message, where the
 * baseline has other devices or cases. */
bool fleet_assess (struct fleet *fleet, const struct yardstick *yardstick);

/* Makes a sorted fleet of one run, judged by the margins of its suite.  False,
 * after a message, where the run contradicts itself.  To be freed in either
 * case. */
bool fleet_of_run (struct fleet *fleet, const struct records *records);

/* Returns in how many of n cases a device must be off: more than noise or one
 * odd case. */
size_t deviations_needed (size_t n);
/* True where it is off in so many, or far off in one. */
bool deviations_are_many (const struct deviations *deviations);

/* True where two devices of a run have the same model, even if they share no
 * figure, as when one fell off the bus. */
bool records_share_model (const struct records *records);
/* True where a device is worse than odd. */
bool fleet_is_bad (const struct fleet *fleet);

#endif
