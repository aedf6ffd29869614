/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The line between judge and timing worker: a socket of a case's own, over
 * which orders go one way and claims the other.  First goes the memory that
 * both look at.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stdbool.h>

#include "bench/bench.h"
#include "judge/inputs.h"
#include "judge/timer.h"
#include "run/judge-memory.h"

/* The judge's end. */
struct channel {
  struct timer timer; /* first */
  const struct inputs *inputs;
  int fd;
  bool memory_sent; /* the memory was handed over */
  bool garbled;     /* what came was no claim to the order */
};

/* Makes the judge's end of a socket, which stays the caller's. */
void channel_open (struct channel *line, int fd, const struct inputs *inputs);

/* Whether a claim answers an order, in numbers that there can be. */
bool channel_accepts_claim (const struct order *order,
                            const struct claim *claim);

/* The timing worker's end: obeys till it is told to end, or till the judge is
 * gone. */
void channel_serve (int fd, struct bench *bench, struct judge_memory *seen,
                    const struct run_request *request,
                    const struct problem_copy *handed);

#endif
