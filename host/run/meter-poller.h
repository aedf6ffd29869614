/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a watcher does: reads a device's meter again and again, in a thread,
 * while a case has its turn on the device.
 */
#ifndef METER_POLLER_H
#define METER_POLLER_H

#include <jansson.h>

struct meter_poller;

struct meter_poller *meter_poller_new (void);
void meter_poller_free (struct meter_poller *poller);

/* Both give the answer to a request (process/telemetry.c).  From the first on
 * the device is watched, unless it has no meter; the other ends that, and has
 * what was read. */
json_t *meter_poller_start (struct meter_poller *poller,
                            const json_t *request);
json_t *meter_poller_stop (struct meter_poller *poller,
                           const json_t *request);

#endif
