/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Devices that a case failed on, and those of them that do not come back.
 */
#ifndef LOST_DEVICES_H
#define LOST_DEVICES_H

#include <stdbool.h>
#include <stddef.h>

#include "run/workers.h"

struct lost_device {
  char *name;
  bool suspected; /* look at it before its next case */
  char *why;      /* what it answered when it was found to be lost; NULL: it was
                     not */
};

/* Zeroed: none. */
struct lost_devices {
  struct lost_device *device;
  size_t n;
};

/* A case ended in a way that may be its device's doing. */
void lost_devices_suspect (struct lost_devices *lost, const char *device);
/* Has the worker look at a device that is doubted.  Lost is one that does not
 * work: that is told, once.  False: it is lost. */
bool lost_devices_check (struct lost_devices *lost, struct worker *worker);
/* Why a device is lost; NULL: it is not. */
const char *lost_devices_why (const struct lost_devices *lost,
                              const char *device);
void lost_devices_free (struct lost_devices *lost);

#endif
