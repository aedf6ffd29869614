/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Probing: finds the devices through workers.  One worker counts them, and
 * probes one that is the only one of its kind.  Several of a kind are probed
 * side by side, each by a worker of its own, so that one that hangs costs the
 * others no time.  Once one has answered, the others get BEHIND_SECONDS more.
 */
#ifndef PROBING_H
#define PROBING_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "record/device-record.h"

/* Returns the devices of the kinds in a set of GK_BIT()s, with their texts in
 * the pool.  One that does not answer in time is among them as lost. */
struct device_records probe_devices (uint32_t kinds, struct pool *pool);

/* The request for that and the reading of its answer.  reply and why may be
 * NULL.  apart: several devices of a kind are only counted. */
json_t *devices_request (uint32_t kinds, bool apart);
struct device_records devices_from_answer (const json_t *reply, uint32_t kinds,
                                           const char *why, struct pool *pool);

#endif
