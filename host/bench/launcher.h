/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The launcher: enqueues one run of a case, in the way that its mode asks for:
 * plain or as a graph, with or without the transfers around it.
 */
#ifndef LAUNCHER_H
#define LAUNCHER_H

#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "bench/buffers.h"
#include "bench/workspaces.h"
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
  void *state; /* of prepare */
  struct mode mode;
  void *graph;       /* what to replay, where mode.launch is graph */
  size_t nodes;      /* of one launch, known after launcher_capture; 0 */
  double enqueue_s;  /* what the last sample took to enqueue; 0: none yet */
  bool profiled;     /* launches may wait for their end, so nothing is held */
  bool traced;       /* timed by what the device traces of them */
  int status;        /* GK_SKIP or GK_FAIL after a false */
  char reason[1400]; /* why */
};

/* The variant's launch alone. */
bool launcher_kernel (struct launcher *l);
/* One run in the case's mode. */
bool launcher_run (struct launcher *l);
/* Waits for what was enqueued. */
bool launcher_wait (struct launcher *l);
/* Captures one run: the check that launch only enqueues on its stream, and the
 * graph that is replayed in mode graph.  Not on devices without graphs. */
bool launcher_capture (struct launcher *l);
void launcher_close (struct launcher *l);

/* Notes the device's error as the reason; returns false. */
bool launcher_device_failed (struct launcher *l);

#endif
