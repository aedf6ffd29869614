/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench/: the life of a case in a worker: buffers, launching, measuring,
 * verifying, the limit.
 * Uses: base, plugin, device.
 *
 * The runner: runs cases in a worker, one after the other.  Keeps the device,
 * the plugins and the current problem, which all variants of it share.
 */
#ifndef RUNNER_H
#define RUNNER_H

#include <stdbool.h>

#include "base/pool.h"
#include "bench/result.h"
#include "bench/run-request.h"

struct runner;

/* profiled: something looks on that may let each launch wait for its end. */
struct runner *runner_new (bool profiled);
/* Runs a case.  Sets what there is to say of it in result, where all is absent
 * before; its texts go into the pool.  False: no further case should run in
 * this process. */
bool runner_run (struct runner *runner, const struct run_request *request,
                 struct result *result, struct pool *pool);
/* Gives back the memory of the current problem. */
void runner_release_problem (struct runner *runner);
void runner_free (struct runner *runner);

#endif
