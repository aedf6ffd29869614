/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The launcher: enqueues one run of a case in its mode: plain or as a graph,
 * with or without transfers.
 */
#ifndef BENCH_LAUNCHER_H
#define BENCH_LAUNCHER_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "bench/buffers.h"
#include "bench/orders.h"
#include "device/device.h"
#include "device/mode.h"
#include "plugin/services.h"

struct launcher {
  struct device *device;
  struct services *services;
  struct buffers *buffers;
  struct workspaces *workspaces;
  const gk_variant *variant;
  const void *problem;
  void *state; /* set by prepare */
  struct mode mode;
  void *graph;         /* the graph to launch, if mode.launch is graph */
  size_t nodes;        /* of one launch, set by launcher_capture; else 0 */
  double enqueue_s;    /* of the last sample; 0: none yet */
  bool profiled;       /* launches may be synchronous, so nothing is held */
  bool traced;         /* timed by the device's trace */
  struct claim *claim; /* to the order at work, which a failure ends */
};

/* Each function that returns bool: false when it has ended the claim. */

/* Calls the variant's launch. */
bool launcher_kernel (struct launcher *l);
/* Enqueues one run in the case's mode. */
bool launcher_run (struct launcher *l);
/* Waits for the stream. */
bool launcher_wait (struct launcher *l);
/* Captures one run, which checks that launch only enqueues on its stream, and
 * keeps the graph in mode graph.  For devices with graphs only. */
bool launcher_capture (struct launcher *l);

/* Ends of a claim that is not GK_OK.  Each function returns false, for the
 * caller to return. */

bool claim_end (struct claim *claim, int status, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
/* Ends it with GK_WRONG. */
bool claim_end_wrong (struct claim *claim, enum wrong_class wrong_class,
                      const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
/* Frees the reason. */
bool claim_end_freeing (struct claim *claim, int status, char *reason);
/* A callback returned a status other than GK_OK. */
bool claim_end_callback (struct claim *claim, struct services *services,
                         const char *callback, int status);
/* Ends the claim of the order at work with the device's error. */
bool launcher_device_failed (struct launcher *l);

/* Returns the most launches of a sample. */
size_t launcher_max_launches (const struct launcher *l);
/* True if the stream can be held while so many launches are enqueued. */
bool launcher_can_hold (const struct launcher *l, size_t launches);

#endif
