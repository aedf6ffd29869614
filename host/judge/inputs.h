/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The inputs of a problem, a set for each kind of data, which the family fills
 * and varies; and the memory in which the timer shows outputs.
 *
 * The memory is shared with the timer, which can write to the outputs alone:
 * sets of inputs are sealed.  Generations count up over all variants of a
 * problem, each derived from the seed through a one-way function: a process
 * that sees one generation can't foretell the next.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "base/shared.h"
#include "bench/problem-copy.h"
#include "plugin/services.h"

struct inputs {
  const gk_family *family;
  const gk_setup *setup;
  struct shared set[N_DATA], outputs; /* those that have memory */
  struct views views;                 /* the buffers in them */
  void *copy;            /* of the outputs, in memory of this process alone */
  uint64_t seed[N_DATA]; /* that each set is filled from */
  bool filled[N_DATA];
  uint64_t generation[N_DATA]; /* how often vary changed the set since */
  uint64_t version[N_DATA]; /* unique number of the current contents; the worker
                               compares it to know whether to load */
};

void inputs_open (struct inputs *inputs, const gk_family *family,
                  const gk_setup *setup, uint64_t seed);
void inputs_close (struct inputs *inputs);

/* Each function below: false with *why, to be freed. */

/* Makes memory for the outputs and for a set of inputs, and seals the
 * latter. */
bool inputs_make_room (struct inputs *inputs, gk_data data, char **why);
/* Fills a set, unless it is filled. */
bool inputs_fill (struct inputs *inputs, struct services *services,
                  gk_data data, char **why);
/* Fills it with another seed: generation 0. */
bool inputs_refill (struct inputs *inputs, struct services *services,
                    gk_data data, uint64_t seed, char **why);
/* Makes the next generation of a set, and returns the ranges that changed; none
 * where the family has no vary. */
bool inputs_vary (struct inputs *inputs, struct services *services,
                  gk_data data, gk_range range[GK_MAX_RANGES],
                  uint64_t *n_ranges, char **why);

#endif
