/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Verifying: launches on a poisoned output and has the family judge what came,
 * for each kind of data that the family wants to see.
 */
#ifndef VERIFY_H
#define VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "bench/launcher.h"

struct verification {
  int status;        /* GK_OK, GK_WRONG, GK_SKIP or GK_FAIL */
  char reason[1400]; /* unless GK_OK */
  char method[160];  /* how it was judged; "" for not told */
  /* The worst error over bound so far; bound 0: none. */
  double error, bound;
  double rms_error, rms_bound; /* likewise, root mean square */
  uint64_t checked;
  double inputs_s; /* spent on making and loading inputs */
  double verify_s; /* spent on the rest */
};

/* Who judges, and what its random numbers come from. */
struct judge {
  const gk_family *family;
  uint64_t seed;        /* of the inputs */
  uint64_t choice_seed; /* of what verify chooses itself */
};

/* When in a case: each phase has a poison of its own, so that an element that
 * is never written can't be right by chance in both. */
enum phase { BEFORE_TIMING, TIMED, AFTER_TIMING };

/* Verifies in one phase and adds to v, which starts zeroed.  The inputs of
 * timing are best verified last in the phase before, first in the one after:
 * no load is done twice then. */
void verify (struct verification *v, enum phase phase, struct launcher *l,
             struct judge by);

/* Poisons the outputs for the timed launches, and judges what they left, where
 * the family judges data of this kind.  Many launches in a row can go wrong
 * where one by itself is right. */
bool verify_begin_timed (struct verification *v, struct launcher *l);
void verify_timed (struct verification *v, struct launcher *l, struct judge by,
                   gk_data data);

#endif
