/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Device memory with guard zones at both ends, so that a kernel that writes
 * beside its buffer is found out.
 */
#ifndef GUARDED_H
#define GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/device.h"

/* Bytes of each guard zone; keeps the payload's alignment. */
enum { GUARD_BYTES = 4096 };

struct guarded {
  enum memory kind;
  void *base;
  void *payload; /* base + GUARD_BYTES */
  size_t bytes;  /* of the payload */
  uint8_t byte;  /* what the guard zones hold */
};

/* Allocates and writes the guard zones; false with the device's error.  Each
 * buffer and workspace of a case has another number, under 32. */
bool guarded_alloc (struct guarded *g, struct device *d, enum memory kind,
                    size_t bytes, size_t number);
void guarded_free (struct guarded *g, struct device *d);

/* Whether both zones are as they were written.  When not, *where says which
 * byte was hit, the nearest to the payload ("right before its start", "8
 * bytes past its end"), to be freed.  False without *where: the device
 * failed. */
bool guarded_intact (const struct guarded *g, struct device *d, char **where);

#endif
