/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a watcher does: reads a device's meter again and again, in a thread,
 * while a case has its turn on the device.
 */
#ifndef WATCHING_H
#define WATCHING_H

#include <jansson.h>

struct watching;

struct watching *watching_new (void);
void watching_free (struct watching *watching);

/* Both give the answer to a request (process/telemetry.c).  From the first on
 * the device is watched, unless it has no meter; the other ends that, and has
 * what was read. */
json_t *watching_begin (struct watching *watching, const json_t *request);
json_t *watching_end (struct watching *watching, const json_t *request);

#endif
