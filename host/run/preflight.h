/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Checks what workers need before any is started.
 */
#ifndef PREFLIGHT_H
#define PREFLIGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "plan/cases.h"
#include "record/device-record.h"

/* Prints a message for each thing that is missing.  False when any is. */
bool preflight_check (void);

/* Locks devices among the ranks of a host: two ranks that time on one GPU would
 * each find it slow.  Each lock is a socket in the abstract namespace whose
 * name is the device's address, so that the system releases it with the
 * process. */

/* Zeroed: none. */
struct device_lock {
  int *fd; /* a socket each */
  size_t n;
};

/* Locks the devices of the cases that run, as far as their addresses are known,
 * until device_lock_release or the end of this process.  False, after a
 * message, when another run has locked one.  Nothing is locked where the system
 * has no such sockets, and containers with network namespaces of their own do
 * not find each other. */
bool device_lock_acquire (struct device_lock *lock, const struct cases *cases,
                          const struct device_records *found);
void device_lock_release (struct device_lock *lock);

#endif
