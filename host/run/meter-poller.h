/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The poller: reads a device's meter every 20 ms (clocks, power, temperature)
 * while a case has its turn on the device.  It runs in a process of its own,
 * which lane.c starts; it has no thread, but reads the meter while it waits for
 * its next request.
 */
#ifndef METER_POLLER_H
#define METER_POLLER_H

#include <jansson.h>

struct meter_poller;

struct meter_poller *meter_poller_new (void);
void meter_poller_free (struct meter_poller *poller);

/* Both return the answer to a request of lane.c.  The first starts polling,
 * unless the device has no meter; the second ends it and returns the
 * readings. */
json_t *meter_poller_start (struct meter_poller *poller, const json_t *request);
json_t *meter_poller_stop (struct meter_poller *poller, const json_t *request);

/* Returns when fd can be read; until then reads the meter, if polling was
 * started.  Otherwise returns at once. */
void meter_poller_wait (struct meter_poller *poller, int fd);

#endif
