/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dispatch: carries out each request of the supervisor, in a judge, a timing
 * worker or a poller; with --in-process in the supervisor's own process.
 *
 * Requests and answers are JSON objects.  Of a worker:
 *   {"op":"describe","path":P}       -> {"plugin":{...}} or {"error":why}
 *   {"op":"devices","kinds":["cpu"]} -> {"devices":[...],"no_cuda":why}; the
 *                                       drivers of other kinds are not touched;
 *                                       with "apart":true, several of a kind
 *                                       are only counted, "several_cuda":4,
 *                                       and not opened
 *   {"op":"probe","device":"cuda:1"} -> its record, as in "devices"
 *   {"op":"limits","device":"cpu"}   -> {"measured":{...}}, the most that it
 *                                       can do, or {"error":why}
 *   {"op":"floor","device":"cuda:0"} -> {"floor":seconds}, or {"error":why}
 *   {"op":"open", ...}               -> {}: the device is open and the plugin
 *                                       loaded; or {"error":why}
 *   {"op":"run", ...}                -> {"log":[...]} when the judge ended the
 *                                       case, its metrics as fields of a
 * record, and "needs_restart":true when no other case should run in this
 * process Of a judge:
 *   {"op":"set_up", ...}             -> {"problem":{...}}, or {"status":S,
 *                                       "reason":why}
 *   {"op":"judge", ...}              -> a part of the case's record, and
 *                                       "lost":"gone" or "garbled" when the
 *                                       worker failed; "findings":
 *                                       [{"callback":C,"reason":R}] where the
 *                                       family was examined; with "run" in it,
 *                                       a worker's request, both run here;
 *                                       "paused":true after a turn
 *   {"op":"end_problem"}             -> {}: the problem is over, by the
 *                                       family's teardown; what memory it had
 *                                       may serve for the next
 * Of either:
 *   {"op":"release_problem"}         -> {}: the current problem's memory is
 *                                       given back, by the family's teardown
 *                                       in a judge
 */
#ifndef DISPATCH_H
#define DISPATCH_H

#include <jansson.h>
#include <stdbool.h>

struct dispatcher;

/* The requests of other roles are refused. */
enum role { ROLE_JUDGE = 1, ROLE_TIMER = 2, ROLE_POLLER = 4 };

/* judge: where the judge is, as record/run-record.h defines it.  With
 * JUDGE_HERE a profiler or sanitizer may be attached.  lacks: what the kernel
 * lacks to confine this process, a text that the dispatcher frees; NULL:
 * nothing.  roles: a set of enum role. */
struct dispatcher *dispatcher_new_of_roles (const char *judge, char *lacks,
                                            unsigned roles);
/* Returns a dispatcher that is judge and timer. */
struct dispatcher *dispatcher_new (const char *judge);
/* Returns a dispatcher with which a profiler gets one launch of each case. */
struct dispatcher *dispatcher_new_counted (const char *judge);
/* Returns the answer, a new reference, never NULL.  channel_fd: the socket
 * between judge and worker that came with the request, which the caller keeps;
 * -1: none. */
json_t *dispatcher_answer (struct dispatcher *dispatcher, const json_t *request,
                           int channel_fd);
/* Returns when fd can be read, if a device's meter is polled until then; else
 * at once. */
void dispatcher_wait (struct dispatcher *dispatcher, int fd);
void dispatcher_free (struct dispatcher *dispatcher);

/* A child's main program: loads plugins, as a worker also opens devices, and
 * answers the supervisor's frames until they end. */

/* argv: the program, CHILD_WORKER, CHILD_JUDGE or CHILD_POLLER, and for a
 * worker the ids of the supervisor and of the judge (confine.h).  Returns the
 * exit status. */
int worker_main (int argc, char **argv);

/* The poller: reads a device's meter every 20 ms (clocks, power, temperature)
 * while a case runs on the device.  It runs in a process of its own,
 * which lane.c starts; it has no thread, but reads the meter while it waits for
 * its next request. */

struct meter_poller;

struct meter_poller *meter_poller_new (void);
void meter_poller_free (struct meter_poller *poller);

/* Both return the answer to lane.c.  The first starts polling,
 * unless the device has no meter; the second ends it and returns the
 * readings. */
json_t *meter_poller_start (struct meter_poller *poller, const json_t *request);
json_t *meter_poller_stop (struct meter_poller *poller);

/* Returns when fd can be read; until then reads the meter, if polling was
 * started.  Otherwise returns at once. */
void meter_poller_wait (struct meter_poller *poller, int fd);

#endif
