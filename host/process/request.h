/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The request that asks a worker to run a case: written by the supervisor,
 * read by the runner.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include <gkhost/plugin.h>

#include "plan/cases.h"
#include "suite/job.h"

struct request {
  const char *device, *family_plugin, *plugin, *family, *variant;
  json_int_t problem;
  const json_t *values, *tunables;
  struct mode mode;
  struct sampling sampling;
  gk_data data;
  uint64_t seed;
  bool verify;
};

/* A new reference. */
json_t *request_of_case (const struct case_ *c);

/* Borrows texts and arrays from json; false when something is missing. */
bool request_read (struct request *request, const json_t *json);

#endif
