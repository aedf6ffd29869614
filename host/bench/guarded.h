/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Device memory with guard zones on both sides, which reveal kernels that write
 * outside of their buffers.
 *
 * On a device all buffers share one allocation, and all between their payloads
 * is guard zone, at least 64 KiB.  On the CPU each buffer has its own
 * allocation and a zone is a page, plus the rest of the payload's last page;
 * beyond it are addresses that crash a worker (device/cpu/fenced.c).  The zones
 * of each buffer hold a byte value of their own.
 */
#ifndef GUARDED_H
#define GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/device.h"

/* A part of an allocation: all from begin to end that is not payload is guard
 * zone. */
struct guarded {
  enum memory kind;
  void *base; /* to be freed; NULL in the other parts of an allocation */
  char *begin, *end;
  void *payload; /* has at least device->guard_bytes on both sides */
  size_t bytes;  /* of the payload */
  uint8_t byte;  /* value of the guard zones */
};

/* Returns the most bytes that a part takes with its zones; UINT64_MAX: more
 * than any machine has. */
uint64_t guarded_room (const struct device *d, uint64_t bytes);

/* Allocates n parts of so many bytes each and fills their guard zones.  The
 * parts share one allocation on a device; in host memory each has its own,
 * since nothing beyond its zones may be touched.  False with the device's
 * error, and nothing allocated.  number: of the first part; each buffer and
 * workspace of a case has a number of its own, under 32, which selects the
 * value of its zones. */
bool guarded_alloc (struct guarded *g, size_t n, struct device *d,
                    enum memory kind, const uint64_t *bytes, size_t number);
/* Frees one part; the first part of an allocation frees all of it. */
void guarded_free (struct guarded *g, struct device *d);

/* Returns a random range of the payload, of so many bytes or all. */
struct range guarded_draw_piece (const struct guarded *g, size_t bytes);

/* True if all n >= 1 bytes have this value. */
bool guarded_all_equal (const uint8_t *piece, size_t n, uint8_t byte);

/* True if both zones are as they were filled.  If not, *where describes the hit
 * byte that is nearest to the payload ("right before its start", "8 bytes past
 * its end"), to be freed.  False with *where NULL: the device failed. */
bool guarded_is_intact (const struct guarded *g, struct device *d,
                        char **where);

#endif
