/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The verdict: calls the family's verify on outputs that the timer showed, and
 * checks what it reports.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "judge/judge.h"
#include "plugin/services.h"

/* The verdicts on a case so far. */
struct verification {
  int status;        /* GK_OK, GK_WRONG or GK_FAIL */
  char reason[1400]; /* unless GK_OK */
  char method[160];  /* of the check; "": not reported */
  /* The worst error over bound so far; bound 0: none. */
  double error, bound;
  double rms_error, rms_bound; /* the same, root mean square */
  uint64_t checked;
  uint64_t launches; /* timed ones that were judged */
};

/* A verdict to be computed. */
struct verdict_request {
  gk_data data;
  uint8_t poison;
  double precision;     /* that the variant declares; 0: the dtype's */
  uint64_t choice_seed; /* of what verify chooses itself */
  const char *when;     /* "before the timed launches" */
  bool private;         /* no other process can write to the outputs */
};

/* Judges a copy of the outputs shown, and adds the verdict to v.  False unless
 * they are right. */
bool verdict_compute (struct verification *v, struct inputs *inputs,
                      struct services *services,
                      const struct verdict_request *request);

#endif
