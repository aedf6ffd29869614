/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The inputs of a problem, a set for each kind of data, as the family fills and
 * varies them; and the room in which outputs are shown.
 */
#ifndef INPUTS_H
#define INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "base/shared.h"
#include "bench/views.h"
#include "plugin/services.h"

struct inputs {
  const gk_family *family;
  const gk_setup *setup;
  struct shared set[N_DATA], outputs; /* those that were asked for */
  struct views views;                 /* of them */
  void *copy;            /* of what is shown, which nobody else can write to */
  uint64_t seed[N_DATA]; /* by which each is filled */
  bool filled[N_DATA];
  uint64_t generation[N_DATA]; /* how often vary changed them since */
  uint64_t version[N_DATA];    /* another number for all that they ever hold, by
                                  which a worker knows that it has them */
};

void inputs_open (struct inputs *inputs, const gk_family *family,
                  const gk_setup *setup, uint64_t seed);
void inputs_close (struct inputs *inputs);

/* Each: false with *why, to be freed. */

/* Makes room for the outputs and for a set of inputs, and lets nobody else
 * write to the latter. */
bool inputs_make_room (struct inputs *inputs, gk_data data, char **why);
/* Fills a set, unless it is filled. */
bool inputs_fill (struct inputs *inputs, struct services *services,
                  gk_data data, char **why);
/* Fills it by another seed: generation 0. */
bool inputs_refill (struct inputs *inputs, struct services *services,
                    gk_data data, uint64_t seed, char **why);
/* The next generation of a set, and what changed; nothing where the family
 * varies nothing. */
bool inputs_vary (struct inputs *inputs, struct services *services,
                  gk_data data, gk_range range[GK_MAX_RANGES],
                  uint64_t *n_ranges, char **why);

#endif
