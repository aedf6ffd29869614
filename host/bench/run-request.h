/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a worker is asked to run: one case.  Texts and values are borrowed from
 * the frame that it came in.
 */
#ifndef RUN_REQUEST_H
#define RUN_REQUEST_H

#include <jansson.h>

#include "bench/settings.h"

struct run_request {
  const char *device;
  const char *family_plugin, *plugin; /* paths */
  const char *family, *variant;
  json_int_t problem; /* a number that is the same for cases of one problem */
  const json_t *values, *tunables; /* of options, by name */
  struct settings settings;
};

#endif
