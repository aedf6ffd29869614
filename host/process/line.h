/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The line between judge and timing worker: a socket of a case's own, over
 * which orders go one way and claims the other.  First goes the memory that
 * both look at.
 */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>

#include "bench/bench.h"
#include "judge/inputs.h"
#include "judge/timer.h"
#include "process/seen.h"

/* The judge's end. */
struct line {
  struct timer timer; /* first */
  const struct inputs *inputs;
  int fd;
  bool greeted; /* the memory was handed over */
  bool garbled; /* what came was no claim to the order */
};

/* Makes the judge's end of a socket, which stays the caller's. */
void line_open (struct line *line, int fd, const struct inputs *inputs);

/* Whether a claim answers an order, in numbers that there can be. */
bool line_takes (const struct order *order, const struct claim *claim);

/* The timing worker's end: obeys till it is told to end, or till the judge is
 * gone. */
void line_serve (int fd, struct bench *bench, struct seen *seen,
                 const struct run_request *request,
                 const struct handed *handed);

#endif
