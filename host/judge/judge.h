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
 * vectors) is drawn here: for the data that is timed with each case, so that
 * nothing in the record of one helps with the next; for all other kinds, whose
 * references a family keeps, with each problem.  Samples to be judged, poisons
 * and nonces are drawn each time.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <gkhost/plugin.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/shared.h"
#include "bench/problem-copy.h"
#include "judge/clock-pages.h"
#include "plugin/loader.h"
#include "plugin/services.h"

/* The inputs of a problem, which the family fills and varies; and the memory in
 * which the timer shows outputs.  The kind of data that is timed has a set of
 * inputs; all others share one, and are filled when they are needed.
 *
 * The memory is shared with the timer, which can write to the outputs alone:
 * sets of inputs are sealed.  Generations count up over all variants of a
 * problem, each derived from the seed through a one-way function: a process
 * that sees one generation can't foretell the next. */

/* Memory of a problem, which may serve for the next: new pages cost several
 * times what it takes to fill them. */
struct kept_memory {
  struct shared set, spare, outputs;
  void *copy; /* as large as outputs */
};

struct inputs {
  const gk_family *family;
  const gk_setup *setup;
  struct kept_memory *kept; /* of the problem before; NULL: none is */
  struct shared set[N_DATA], outputs, mark; /* those that have memory */
  struct shared spare;                      /* the set of all other kinds */
  struct views views;                       /* the buffers in them */
  gk_range *ranges;                         /* that vary reports */
  void *copy;            /* of the outputs, on pages of this process alone */
  uint64_t seed[N_DATA]; /* that each set is filled from */
  bool filled[N_DATA];
  uint64_t generation[N_DATA]; /* how often vary changed the set since */
  bool planted[N_DATA];        /* this generation has planted numbers */
  uint64_t version[N_DATA]; /* unique number of the current contents; the worker
                               compares it to know whether to load */
};

void inputs_open (struct inputs *inputs, const gk_family *family,
                  const gk_setup *setup, uint64_t seed);
void inputs_close (struct inputs *inputs);

/* Keeps the memory that it has, in place of what was kept; then it may be
 * closed. */
void inputs_keep_memory (struct inputs *inputs, struct kept_memory *kept);
/* Frees what does not serve for a problem. */
void kept_memory_trim (struct kept_memory *kept, const gk_setup *setup);
void kept_memory_close (struct kept_memory *kept);
/* Returns the bytes of memory that it has, or may take of what is kept. */
uint64_t inputs_held (const struct inputs *inputs);

/* Each function below: false with *why, to be freed. */

/* Makes memory for the outputs and for a set of inputs, of its own or the one
 * that is shared, and seals the latter. */
bool inputs_make_room (struct inputs *inputs, gk_data data, bool own,
                       char **why);
/* Returns the memory of a kind. */
const struct shared *inputs_set (const struct inputs *inputs, gk_data data);
/* Fills a set, unless it is filled. */
bool inputs_fill (struct inputs *inputs, struct services *services,
                  gk_data data, char **why);
/* Fills it with another seed: generation 0. */
bool inputs_refill (struct inputs *inputs, struct services *services,
                    gk_data data, uint64_t seed, char **why);
/* Has the set filled again before it is used, since a callback spoilt it. */
void inputs_spoil (struct inputs *inputs, gk_data data);
/* Makes the next generation of a set, with planted numbers or without, and
 * returns the ranges that changed; none where the family has no vary. */
bool inputs_vary (struct inputs *inputs, struct services *services,
                  gk_data data, bool plant, gk_range range[GK_MAX_RANGES],
                  uint64_t *n_ranges, char **why);

struct examination;

struct judge {
  struct services services;
  struct loaded_plugins loaded;
  struct clock_pages clock_pages;
  /* The problem. */
  bool holds; /* there is one; else what follows is unset */
  const gk_family *family;
  gk_setup setup;
  char room[1024]; /* a plugin of a later header may write after setup */
  struct problem_copy copy; /* as variants get it */
  struct inputs inputs;
  struct kept_memory kept;
  /* Seeds of verify's choices: for what a case times, and for other kinds. */
  uint64_t choices, choices_beside;
  struct examination *examination; /* that is due; NULL: none */
};

/* A problem to be made; texts and values are borrowed. */
struct set_up_request {
  const char *family_plugin; /* a path */
  const char *identity;      /* that the file must have */
  const json_t *values;      /* of the family's options, by name */
  uint64_t seed;             /* that inputs are filled from */
  uint64_t suite_seed;       /* for setup */
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
/* Frees the problem, by the family's teardown; memory is kept for the next. */
void judge_end_problem (struct judge *judge);
/* Frees that, too. */
void judge_release_problem (struct judge *judge);

#endif
