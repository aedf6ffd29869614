/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A request to time one case.  It contains nothing by which a result could be
 * checked: no seed of the inputs, and no path of the family's plugin unless the
 * variant comes from the same file.  Texts and values are borrowed from the
 * frame of the request.
 */
#ifndef RUN_REQUEST_H
#define RUN_REQUEST_H

#include <jansson.h>

#include "device/mode.h"

struct run_request {
  const char *device;
  const char *plugin,
      *identity; /* a path, and the identity that the file must have */
  const char *family, *variant;
  json_int_t problem;    /* the same for all cases of one problem */
  const json_t *options; /* [name, text, type, value] of each of the family's */
  const json_t *tunables; /* option values by name */
  struct mode mode;
  const char *cpus; /* processors to pin the process to; NULL: don't pin */
  int node;         /* NUMA node to allocate from; -1: any */
};

#endif
