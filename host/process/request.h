/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The request that asks a worker to run a case: written by the supervisor, read
 * by the worker.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <jansson.h>
#include <stdbool.h>

#include "bench/run-request.h"
#include "plan/cases.h"

/* A new reference. */
json_t *request_of_case (const struct case_ *c);

/* Borrows texts and values from json; false when something is missing. */
bool request_read (struct run_request *request, const json_t *json);

#endif
