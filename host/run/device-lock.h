/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Devices that a run has for itself among the ranks of a host: two that time
 * on one GPU would each find it slow.
 */
#ifndef DEVICE_LOCK_H
#define DEVICE_LOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "plan/cases.h"
#include "record/device-record.h"

/* Zeroed: none. */
struct device_lock {
  int *fd; /* a socket each, whose name is the device's */
  size_t n;
};

/* Takes the devices of the cases that run, of which the bus is known.  False
 * where another run that takes has one, which is complained of.  They are lock
 * till device_lock_release, or till this process ends, however it does.  Where
 * the system has no such sockets, or another of its own for each container,
 * nobody is found. */
bool device_lock_acquire (struct device_lock *lock, const struct cases *cases,
                          const struct device_records *found);
void device_lock_release (struct device_lock *lock);

#endif
