/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is heard of a case that ran under a profiler: the profiler's table and
 * its messages, and among them the records of the run, a line of JSON each.
 */
#ifndef PROFILER_OUTPUT_H
#define PROFILER_OUTPUT_H

#include "command/counters.h"

/* Zeroed: nothing was heard. */
struct profiler_output {
  struct counters counters;
  char *status, *reason; /* of the case's record; NULL: there was none */
  char *error;           /* the first that the profiler tells of; NULL: none */
  char *last;            /* line of anything else; NULL: none */
};

/* Takes a line, without its end. */
void profiler_output_read (struct profiler_output *profiled, const char *line);
void profiler_output_free (struct profiler_output *profiled);

#endif
