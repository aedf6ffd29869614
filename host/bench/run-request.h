/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a timing worker is asked to run: one case.  Nothing in it tells what is
 * right: neither the seed of the inputs nor the family's plugin.  Texts and
 * values are borrowed from the frame that it came in.
 */
#ifndef RUN_REQUEST_H
#define RUN_REQUEST_H

#include <jansson.h>

#include "device/mode.h"

struct run_request {
  const char *device;
  const char *plugin, *identity; /* a path, and the file that it is to be */
  const char *family, *variant;
  json_int_t problem; /* a number that is the same for cases of one problem */
  const json_t *tunables; /* of options, by name */
  struct mode mode;
  const char *cpus; /* processors that the process is pinned to; NULL: to none
                     */
  int node;         /* whose memory is to be its own; -1: any */
};

#endif
