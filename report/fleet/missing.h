/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finds what a fleet lacks: ranks without a run, and incomplete runs.
 */
#ifndef MISSING_H
#define MISSING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report/fleet/fleet.h"

struct missing {
  int64_t ranks;    /* as most runs report; 0: unknown */
  bool *there;      /* by rank: true where there is a run */
  size_t n_missing; /* ranks without one */
  size_t n_broken;  /* runs without an end, or without some of their cases */
  size_t n_doubled; /* ranks of two hosts */
};

void missing_find (struct missing *missing, const struct fleet *fleet);
/* True where nothing is missing. */
bool missing_is_none (const struct missing *missing);
void missing_free (struct missing *missing);
/* Prints a line for each gap, up to most: "rank 3 of 8: no run of it is here".
 */
void missing_print (FILE *out, const struct missing *missing,
                    const struct fleet *fleet, size_t most);
/* Returns "1 rank missing, 2 runs not whole", to be freed; NULL: nothing is
 * missing. */
char *describe_missing (const struct missing *missing);

#endif
