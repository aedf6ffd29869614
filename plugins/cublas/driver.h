/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The calls of CUDA's driver that a choice by times takes.  They are looked up
 * in the driver library, which the host has opened by then: what stands in for
 * that library in tests stands in for these.
 */
#ifndef CUBLAS_DRIVER_H
#define CUBLAS_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gkhost/plugin.h>

/* Each answers 0 when all went well. */
struct driver {
  int (*copy) (uint64_t to, uint64_t from, size_t bytes, void *stream);
  int (*synchronize) (void *stream);
  int (*event_create) (void **event, unsigned flags);
  int (*event_destroy) (void *event);
  int (*event_record) (void *event, void *stream);
  int (*event_synchronize) (void *event);
  int (*event_elapsed) (float *ms, void *begin, void *end);
  int (*capture_begin) (void *stream, int mode);
  int (*capture_end) (void *stream, void **graph);
  int (*graph_instantiate) (void **made, void *graph, unsigned long long flags);
  int (*graph_launch) (void *made, void *stream);
  int (*graph_made_destroy) (void *made);
  int (*graph_destroy) (void *graph);
};

/* False, with the reason told, where one is missing. */
bool driver_open (const gk_host *host, struct driver *driver);

#endif
