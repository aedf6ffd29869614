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
#include "bench/window.h"
#include "judge/clock-pages.h"
#include "plugin/loader.h"
#include "plugin/services.h"

/* Memory of a problem, which may serve for the next: new pages cost several
 * times what it takes to fill them. */
struct kept_memory {
  struct shared set, window, copy;
};

/* The outputs that the timer shows, and the judge's copy of them (outputs.c).
 */

/* How many places that differ the family gets: one that has a race, and no
 * other order of sums, has fewer. */
enum { PLACES = 16 };

/* A random choice of the places where two answers differ. */
struct places {
  gk_range place[PLACES];
  uint64_t n;      /* found */
  uint64_t random; /* state of a generator; one place of millions needs no
                      better one */
};

/* What the judge does with outputs that are shown whole. */
enum outputs_use {
  OUTPUTS_COPIED,
  OUTPUTS_COMPARED, /* they must be as those that were copied last */
  OUTPUTS_TIMED     /* it counts how long it takes to show them */
};

struct outputs {
  const gk_setup *setup;
  struct shared memory; /* of the window */
  struct output_window window;
  struct shared copy;           /* on pages of this process alone */
  void *output[GK_MAX_BUFFERS]; /* in it; NULL for what no launch writes */
  struct window_walk walk;      /* over what is still to be read */
  enum outputs_use use;
  bool differ;           /* what was copied is not what was there before */
  bool late;             /* what was compared was not as before */
  struct places *places; /* to be found where they differ; NULL: none */
};

/* Makes memory, unless there is some.  False with *why, to be freed. */
bool outputs_make (struct outputs *outputs, struct kept_memory *kept,
                   char **why);
/* To be called before an order is sent. */
void outputs_expect (struct outputs *outputs, const struct order *order,
                     enum outputs_use use);
/* Reads what a slot has.  True where there is more. */
bool outputs_read_slot (struct outputs *outputs);

/* The inputs of a problem, which the family fills and varies.  There is one set
 * of them, which holds one kind of data at a time: one that was replaced is
 * made again, up to its generation, before it is used.
 *
 * The memory is shared with the timer, which can't write to it.  Generations
 * count up over all variants of a problem, each derived from the seed through a
 * one-way function: a process that sees one generation can't foretell the next.
 */
struct inputs {
  const gk_family *family;
  const gk_setup *setup;
  struct kept_memory *kept; /* of the problem before; NULL: none is */
  struct shared set, mark;
  struct outputs outputs;
  struct views views; /* the buffers in them */
  gk_range *ranges;   /* that vary reports */
  bool filled;        /* the set holds inputs: */
  gk_data data;       /* of this kind */
  /* Of each kind: */
  uint64_t seed[N_DATA];       /* that it is filled from */
  uint64_t generation[N_DATA]; /* how often vary changed it since */
  bool planted[N_DATA];        /* this generation has planted numbers */
  uint64_t version[N_DATA]; /* unique number of the contents, which the worker
                               compares to know whether to load; 0: none yet */
};

void inputs_open (struct inputs *inputs, const gk_family *family,
                  const gk_setup *setup, uint64_t seed);
void inputs_close (struct inputs *inputs);

/* Keeps the memory that it has, in place of what was kept; then it may be
 * closed. */
void inputs_keep_memory (struct inputs *inputs, struct kept_memory *kept);
/* Frees what does not serve for these. */
void kept_memory_trim (struct kept_memory *kept, const struct inputs *inputs);
void kept_memory_close (struct kept_memory *kept);
/* Returns the bytes of memory that it has, or may take of what is kept. */
uint64_t inputs_held (const struct inputs *inputs);

/* Each function below: false with *why, to be freed. */

/* Makes memory for the inputs, which it seals, and for the outputs. */
bool inputs_make_room (struct inputs *inputs, char **why);
/* True when the set holds this kind. */
bool inputs_hold (const struct inputs *inputs, gk_data data);
/* Makes a kind as it was last, unless the set holds it. */
bool inputs_fill (struct inputs *inputs, struct services *services,
                  gk_data data, char **why);
/* Makes a generation of a seed, with planted numbers or without. */
bool inputs_remake (struct inputs *inputs, struct services *services,
                    gk_data data, uint64_t seed, uint64_t generation,
                    bool planted, char **why);
/* Has the set filled again before it is used, since a callback spoilt it. */
void inputs_spoil (struct inputs *inputs);
/* Makes the next generation of the kind that the set holds, with planted
 * numbers or without, and returns the ranges that changed; none where the
 * family has no vary. */
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
