/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The verdict: what the family says of outputs that were shown, and what the
 * host makes of it.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "judge/inputs.h"
#include "plugin/services.h"

/* What was judged of a case so far. */
struct verification {
  int status;        /* GK_OK, GK_WRONG or GK_FAIL */
  char reason[1400]; /* unless GK_OK */
  char method[160];  /* how it was judged; "" for not told */
  /* The worst error over bound so far; bound 0: none. */
  double error, bound;
  double rms_error, rms_bound; /* likewise, root mean square */
  uint64_t checked;
  uint64_t launches; /* timed ones that were judged */
};

/* One that is to be given. */
struct verdict_request {
  gk_data data;
  uint8_t poison;
  double precision;     /* that the variant declares */
  uint64_t choice_seed; /* of what verify chooses itself */
  const char *when;     /* "before the timed launches" */
  bool private;         /* nobody else can write to the outputs shown */
};

/* Judges a copy of what is shown, and adds to v.  False unless it is right. */
bool verdict_compute (struct verification *v, struct inputs *inputs,
                      struct services *services,
                      const struct verdict_request *question);

#endif
