/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The calls of CUDA's driver that time algorithms.  They are looked up in the
 * driver library, which the host has opened by then: so a test's stand-in for
 * that library replaces these, too.
 */
#ifndef CUBLAS_DRIVER_H
#define CUBLAS_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gkhost/plugin.h>

/* Each returns 0 on success. */
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

/* False, after a message, if one is missing. */
bool driver_open (const gk_host *host, struct driver *driver);

#endif
