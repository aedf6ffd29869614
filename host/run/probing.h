/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Probing: has workers find the devices.  One counts them, and tells of one
 * that is the only one of its kind.  Where there are several each has a worker
 * of its own, side by side, so that one that hangs costs no other's time.
 */
#ifndef PROBING_H
#define PROBING_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/pool.h"
#include "record/device-record.h"

/* The devices of the kinds in a set of GK_BIT()s, their texts in the pool.  One
 * that does not answer in time is among them as lost. */
struct device_records probe_devices (uint32_t kinds, struct pool *pool);

/* The request for that, and what its answer says; reply and why may be NULL.
 * apart: where there are several of a kind, their number alone. */
json_t *devices_request (uint32_t kinds, bool apart);
struct device_records devices_from_answer (const json_t *reply, uint32_t kinds,
                                           const char *why, struct pool *pool);

#endif
