/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The runner: runs cases in a worker, one after the other.  Keeps the device,
 * the plugins and the current problem, which all variants of it share.
 */
#ifndef RUNNER_H
#define RUNNER_H

#include <stdbool.h>

#include <jansson.h>

struct runner;

/* profiled: something looks on that may let each launch wait for its end. */
struct runner *runner_new (bool profiled);
/* Runs the case of a request; its part of the record, a new reference.  Keys of
 * a request: device, family_plugin, plugin (paths), family, variant, problem (a
 * number that is the same for cases of one problem), values, tunables, mode,
 * sampling, data, seed, verify. */
json_t *runner_run (struct runner *runner, const json_t *request);
/* Gives back the memory of the current problem. */
void runner_release_problem (struct runner *runner);
void runner_free (struct runner *runner);

#endif
