/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dispatch: what a judge and a timing worker do for each request of the
 * supervisor.  The same code serves --in-process, without processes between.
 *
 * Requests and answers are JSON objects.  Of a worker:
 *   {"op":"describe","path":P}       -> {"plugin":{...}} or {"error":why}
 *   {"op":"devices","kinds":["cpu"]} -> {"devices":[...],"no_cuda":why}; the
 *                                       drivers of other kinds are not touched;
 *                                       with "apart":true, of several of a kind
 *                                       their number alone, "several_cuda":4,
 *                                       and none of them is asked for anything
 *   {"op":"probe","device":"cuda:1"} -> what there is to tell of it, as in
 *                                       "devices"
 *   {"op":"limits","device":"cpu"}   -> {"measured":{...}}, the most that it
 *                                       can do, or {"error":why}
 *   {"op":"floor","device":"cuda:0"} -> {"floor":seconds}, or {"error":why}
 *   {"op":"run", ...}                -> {"log":[...]} when the judge ended the
 *                                       case, and "needs_restart":true when no
 *                                       further one should run in this process
 * Of a judge:
 *   {"op":"set_up", ...}             -> {"problem":{...}}, or {"status":S,
 *                                       "reason":why}
 *   {"op":"judge", ...}              -> a part of the case's record, and
 *                                       "lost":"gone" or "garbled" when the
 *                                       worker did not hold out; "findings":
 *                                       [{"callback":C,"reason":R}] where the
 *                                       family was examined; with "run" in it,
 *                                       a worker's request, both are done here;
                                       "paused":true when it was but a turn
 * Of either:
 *   {"op":"release_problem"}         -> {}: the current problem's memory is
 *                                       given back, by the family's teardown
 *                                       in a judge
 */
#ifndef DISPATCH_H
#define DISPATCH_H

#include <stdbool.h>

#include <jansson.h>

struct dispatcher;

/* judge: where that is, as record/run-record.h has it.  With JUDGE_HERE a
 * profiler or sanitizer may be looking on. */
struct dispatcher *dispatcher_new (const char *judge);
/* Likewise; a profiler is shown one launch of each case. */
struct dispatcher *dispatcher_new_counted (const char *judge);
/* A new reference; never NULL.  channel_fd: the socket between judge and worker that
 * came with the request, which stays the caller's; -1: none. */
json_t *dispatcher_answer (struct dispatcher *dispatcher, const json_t *request,
                           int channel_fd);
void dispatcher_free (struct dispatcher *dispatcher);

#endif
