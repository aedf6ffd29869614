/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a profiler counted of kernels, from the table that it prints as CSV:
 *
 *   "ID","Process ID",...,"Kernel Name",...,"gpu__time_duration.sum",...
 *   "","",...,"",...,"ns",...
 *   "0","4711",...,"tiled(float *)",...,"128,320",...
 */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdbool.h>
#include <stddef.h>

enum counter {
  COUNTER_SECONDS,
  COUNTER_DRAM, /* busy, of what it can do, in %; so are L2 and SM */
  COUNTER_L2,
  COUNTER_SM,
  COUNTER_WARPS,      /* on an SM, of the most that fit, in %: occupancy */
  COUNTER_CONFLICTS,  /* of banks of shared memory: each a wavefront more */
  COUNTER_WAVEFRONTS, /* of shared memory, in all */
  COUNTER_LOADED,     /* sectors of 32 bytes per request of a warp */
  COUNTER_STORED,
  N_COUNTERS
};

/* A kernel; NaN: not known. */
struct kernel {
  char *name;
  double value[N_COUNTERS];
};

/* Zeroed: nothing was read. */
struct counters {
  struct kernel *kernel;
  size_t n;
  size_t columns;            /* of the table; 0: it has not begun */
  size_t name;               /* the column of that, from 1; 0: there is none */
  size_t column[N_COUNTERS]; /* likewise */
  double second;             /* what time is counted in */
  char *broken; /* the first line that is no row of the table; NULL: none */
};

/* The metrics to ask for, with commas between them; to be freed. */
char *counters_metrics (void);
/* Takes a line, without its end; false when it belongs to no table. */
bool counters_read (struct counters *counters, const char *line);
void counters_free (struct counters *counters);

#endif
