/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The hardware counters of kernels: read from the table that the profiler
 * prints as CSV, and explained to a reader who learns:
 *
 *   "ID","Process ID",...,"Kernel Name",...,"gpu__time_duration.sum",...
 *   "","",...,"",...,"ns",...
 *   "0","4711",...,"tiled(float *)",...,"128,320",...
 */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum counter {
  COUNTER_SECONDS,
  COUNTER_DRAM, /* throughput, % of peak; so are L2 and SM */
  COUNTER_L2,
  COUNTER_SM,
  COUNTER_WARPS,      /* occupancy: active warps, % of the most that fit */
  COUNTER_CONFLICTS,  /* bank conflicts; each costs a wavefront more */
  COUNTER_WAVEFRONTS, /* of shared memory, conflicts included */
  COUNTER_LOADED,     /* sectors of 32 bytes per request of a warp */
  COUNTER_STORED,
  N_COUNTERS
};

/* NaN: not known. */
struct kernel {
  char *name;
  double value[N_COUNTERS];
};

/* Initialized to zero. */
struct counters {
  struct kernel *kernel;
  size_t n;
  size_t columns;            /* of the table; 0: it has not begun */
  size_t name;               /* column of the name, from 1; 0: none */
  size_t column[N_COUNTERS]; /* of each counter, likewise */
  double second;             /* the unit of time, in seconds */
  char *broken;              /* first malformed row; NULL: none */
};

/* Returns the metrics to request, with commas between them; to be freed. */
char *counters_metrics (void);
/* Reads a line, without its newline.  False when it is not part of the table.
 */
bool counters_read (struct counters *counters, const char *line);
void counters_free (struct counters *counters);

/* Prints one line per figure, then the unit that limits the kernel. */
void explain_counters (FILE *out, const struct kernel *kernel);

#endif
