/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a fleet lacks: ranks of which there is no run, and runs that are not
 * whole.
 */
#ifndef MISSING_H
#define MISSING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report/fleet/fleet.h"

struct missing {
  int64_t ranks;    /* that there are, as most runs say; 0: none says */
  bool *there;      /* of each rank, whether there is a run */
  size_t n_missing; /* ranks without one */
  size_t n_broken;  /* runs without an end, or without some of their cases */
  size_t n_doubled; /* ranks that two hosts claim */
};

void missing_find (struct missing *missing, const struct fleet *fleet);
/* Whether it is nothing. */
bool missing_is_none (const struct missing *missing);
void missing_free (struct missing *missing);
/* "rank 3: no run of it is here", a line each, so many at the most. */
void missing_print (FILE *out, const struct missing *missing,
                    const struct fleet *fleet, size_t most);
/* "1 rank missing, 2 runs not whole"; NULL: nothing is.  To be freed. */
char *describe_missing (const struct missing *missing);

#endif
