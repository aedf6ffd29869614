/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench/: what times: the device's buffers, launches and samples.  It holds a
 * variant, and nothing that could judge it.  Uses: base, plugin, device.
 *
 * The bench executes the judge's orders (bench/orders.h), for one case at a
 * time.  It owns what the variants of a problem share: the device, the plugins
 * and the buffers.  A timing worker has one bench for its lifetime; nothing of
 * a case that was wrong or failed is reused for the next.
 */
#ifndef BENCH_H
#define BENCH_H

#include <jansson.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "bench/buffers.h"
#include "bench/launcher.h"
#include "bench/orders.h"
#include "bench/problem-copy.h"
#include "bench/run-request.h"
#include "bench/guarded.h"
#include "device/device.h"
#include "plugin/loader.h"
#include "plugin/services.h"

/* The state of the process that a plugin can change and the next case would
 * inherit, such as the rounding mode, signal handlers and the locale.  Each
 * case must leave it as it found it, or the worker is replaced.
 */

enum { N_PROCESS_MARKS = 13 };

struct process_state {
  uint64_t mark[N_PROCESS_MARKS]; /* one value or hash for each property */
  bool stored, updated;           /* updated by process_state_update */
};

/* Stores the state, after the plugin was loaded and before prepare. */
void process_state_store (struct process_state *s);
/* Updates the stored properties that libraries may change when they are first
 * called.  False if any of them had changed. */
bool process_state_update (struct process_state *s);

/* Returns the properties that changed, "the rounding mode, a timer", to be
 * freed; NULL: none.  Call it on the thread that stored them. */
char *process_state_changes (const struct process_state *s);

enum { SPOT_CHECK_BYTES = 64 };

/* A few bytes of an output, read at a random offset right after a sample. */
struct spot_check {
  size_t at, n; /* n = 0: nothing was read */
  unsigned char bytes[SPOT_CHECK_BYTES];
};

struct bench {
  struct services services;
  struct loaded_plugins loaded_plugins;
  struct device **opened; /* so far; at most one in a worker */
  size_t n_opened;
  struct device *device; /* the current one; NULL: none yet */
  struct workspaces workspaces;
  bool profiled;
  bool counts;             /* a profiler counts one launch of each case */
  bool pinned;             /* the last case pinned the process, */
  cpu_set_t unpinned_cpus; /* which could use these before */
  /* The problem whose buffers are allocated. */
  json_int_t number; /* -1: none */
  struct problem_copy problem;
  struct buffers buffers;
  bool buffers_open;
  bool dirty; /* a case may have damaged them: allocate anew */
  /* The current case. */
  struct run_request request;
  struct views views; /* set before the order to load */
  const gk_variant *variant;
  struct launcher launcher;
  bool prepared;
  bool counted; /* the profiler counted its launch */
  bool shown;   /* the views hold the last sample's outputs */
  struct spot_check spot_check[GK_MAX_BUFFERS];
  struct process_state process_state;
  bool changed; /* a case changed the process: run no further case in it */
};

/* profiled: a tool may make each launch synchronous. */
struct bench *bench_new (bool profiled);
void bench_free (struct bench *bench);

/* Begins a case; copies the problem unless it has the last one's number. */
void bench_open_case (struct bench *bench, const struct run_request *request,
                      const struct problem_copy *problem);
/* Executes an order and fills in the claim, all but its nonce. */
void bench_run_order (struct bench *bench, const struct order *order,
                      struct claim *claim);
/* Ends the case, even if no order did.  False: run no further case in this
 * process.  *log: the lines that the variant logged, a new reference. */
bool bench_close_case (struct bench *bench, json_t **log);

/* Frees the memory of the current problem. */
void bench_release_problem (struct bench *bench);

#endif
