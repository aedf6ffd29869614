/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench/: what times: the device's buffers, launching, samples.  It holds a
 * variant and nothing that could judge it.
 * Uses: base, plugin, device.
 *
 * The bench: obeys the judge's orders, a case at a time.  Keeps the device, the
 * plugins and the buffers, which all variants of a problem share.
 */
#ifndef BENCH_H
#define BENCH_H

#include <jansson.h>
#include <sched.h>
#include <stdbool.h>

#include "bench/buffers.h"
#include "bench/launcher.h"
#include "bench/orders.h"
#include "bench/problem-copy.h"
#include "bench/run-request.h"
#include "bench/process-state.h"
#include "bench/views.h"
#include "bench/workspaces.h"
#include "device/device.h"
#include "plugin/loaded-plugins.h"
#include "plugin/services.h"

enum { SPOT_CHECK_BYTES = 64 };

/* What was seen of an output right behind a sample, at a random place. */
struct spot_check {
  size_t at, n; /* 0: nothing was looked at */
  unsigned char bytes[SPOT_CHECK_BYTES];
};

struct bench {
  struct services services;
  struct loaded_plugins loaded_plugins;
  struct device **opened; /* by now; in a worker, one at the most */
  size_t n_opened;
  struct device *device; /* the one in use; NULL: none yet */
  struct workspaces workspaces;
  bool profiled;
  bool counts;             /* a profiler is to count one launch of each case */
  bool pinned;             /* the process is, as the last case asked for, */
  cpu_set_t unpinned_cpus; /* and could run on these before */
  /* Of the problem that the buffers are of. */
  json_int_t number; /* -1: none */
  struct problem_copy problem;
  struct buffers buffers;
  bool buffers_open;
  bool dirty; /* a case left anything in the buffers: make them anew */
  /* Of the case. */
  struct run_request request;
  struct views views; /* whose it is sets them before it orders to load */
  const gk_variant *variant;
  struct launcher launcher;
  bool prepared;
  bool counted; /* the launch that the profiler counts was made */
  bool shown;   /* the last sample's output is in the views already */
  struct spot_check spot_check[GK_MAX_BUFFERS];
  struct process_state process_state;
  bool changed; /* a case left the process other than it was: none is to follow
                   in it */
};

/* profiled: something looks on that may let each launch wait for its end. */
struct bench *bench_new (bool profiled);
void bench_free (struct bench *bench);

/* Begins a case; the problem is copied unless its number is the last one's. */
void bench_open_case (struct bench *bench, const struct run_request *request,
                      const struct problem_copy *handed);
/* Obeys; all of the claim but its nonce is set. */
void bench_run_order (struct bench *bench, const struct order *order,
                      struct claim *claim);
/* Ends the case, whether it was ordered to or not.  False: no further case
 * should run in this process.  *log: lines that the variant told, a new
 * reference. */
bool bench_close_case (struct bench *bench, json_t **log);

/* Gives back the memory of the current problem. */
void bench_release_problem (struct bench *bench);

#endif
