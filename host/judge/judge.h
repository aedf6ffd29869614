/* SPDX-License-Identifier: BSD-3-Clause
 *
 * judge/: inputs, references, verdicts; it conducts a case that another process
 * times, and checks what that one claims.  It holds a family and no variant,
 * and opens no device.
 * Uses: base, plugin, bench, device/mode.h.
 *
 * The judge: the problem of the cases that it conducts.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "bench/problem-copy.h"
#include "judge/inputs.h"
#include "plugin/loaded-plugins.h"
#include "plugin/services.h"

struct examination;

struct judge {
  struct services services;
  struct loaded_plugins loaded;
  /* Of the problem. */
  bool holds; /* there is one */
  const gk_family *family;
  gk_setup setup;
  char room[1024]; /* a plugin of a later header may write behind setup */
  struct problem_copy copy; /* what variants are handed */
  struct inputs inputs;
  uint64_t choices; /* the seed of what verify chooses, once a problem */
  struct examination *examination; /* of the family, that is due; NULL: none */
};

/* What a problem is made of; texts and values are borrowed. */
struct set_up_request {
  const char *family_plugin; /* a path */
  const char *identity;      /* of the file that it is to be */
  const json_t *values;      /* of the family's options, by name */
  uint64_t seed;             /* of the inputs */
  bool examine;              /* the family, too, once a case has passed */
  const char *cpus;          /* processors for it; NULL: any */
};

struct judge *judge_new (void);
void judge_free (struct judge *judge);

/* Makes a problem the current one; NULL when it can't be, with what setup
 * returned in *status and *why, to be freed. */
const struct problem_copy *judge_set_up (struct judge *judge,
                                         const struct set_up_request *request,
                                         int *status, char **why);
/* Has the family free what it made of the problem. */
void judge_release_problem (struct judge *judge);

#endif
