/* SPDX-License-Identifier: BSD-3-Clause
 *
 * judge/: runs a case that another process times, verifies its outputs, and
 * checks its claims.  It holds a family and no variant, and opens no device.
 * Uses: base, plugin, bench, device/mode.h.
 *
 * A judge holds one problem, whose cases it runs one after the other
 * (run-case.h).
 *
 * Seeds come from the system (base/random.h).  The seed of a problem's inputs
 * is the suite's `seed`, else the supervisor draws it; an audit that fills them
 * again derives one from the last.  The seed of what verify chooses (columns,
 * vectors) is drawn here, once per problem, and stored in the record.  Samples
 * to be judged, poisons and nonces are drawn each time.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "bench/problem-copy.h"
#include "judge/inputs.h"
#include "plugin/loader.h"
#include "plugin/services.h"

struct examination;

struct judge {
  struct services services;
  struct loaded_plugins loaded;
  /* The problem. */
  bool holds; /* there is one; else what follows is unset */
  const gk_family *family;
  gk_setup setup;
  char room[1024]; /* a plugin of a later header may write after setup */
  struct problem_copy copy; /* as variants get it */
  struct inputs inputs;
  uint64_t choices; /* seed of verify's choices, drawn once per problem */
  struct examination *examination; /* that is due; NULL: none */
};

/* A problem to be made; texts and values are borrowed. */
struct set_up_request {
  const char *family_plugin; /* a path */
  const char *identity;      /* that the file must have */
  const json_t *values;      /* of the family's options, by name */
  uint64_t seed;             /* that inputs are filled from */
  bool examine;              /* the family, once a case has passed */
  const char *cpus;          /* that the judge is pinned to; NULL: any */
};

struct judge *judge_new (void);
void judge_free (struct judge *judge);

/* Makes the problem, in place of the last.  NULL with what setup returned in
 * *status, and *why, to be freed. */
const struct problem_copy *judge_set_up (struct judge *judge,
                                         const struct set_up_request *request,
                                         int *status, char **why);
/* Frees the problem, by the family's teardown. */
void judge_release_problem (struct judge *judge);

#endif
