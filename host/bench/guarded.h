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

/* One of the parts of an allocation, each with guard zones of its own: all that
 * lies from begin to end and is not payload. */
struct guarded {
  enum memory kind;
  void *base; /* what is to be freed; NULL where another part's is */
  char *begin, *end;
  void *payload; /* has device->guard_bytes at least on both sides */
  size_t bytes;  /* of the payload */
  uint8_t byte;  /* what the guard zones hold */
};

/* What a part takes with its zones, at the most; UINT64_MAX: more than there
 * is. */
uint64_t guarded_room (const struct device *d, uint64_t bytes);

/* Allocates n parts, of so many bytes each, and writes the guard zones.  On a
 * device they lie in one allocation, so that all between them is guard zone; in
 * the host's memory in one each, since there nothing may be touched beyond the
 * zones.  False with the device's error, and nothing allocated.  Each buffer
 * and workspace of a case has another number, under 32: those of the parts
 * begin with this. */
bool guarded_alloc (struct guarded *g, size_t n, struct device *d,
                    enum memory kind, const uint64_t *bytes, size_t number);
/* Frees one part; those that lie in its allocation end with it. */
void guarded_free (struct guarded *g, struct device *d);

/* A place of the payload, drawn at random, of so many bytes or of all that it
 * has. */
struct range guarded_draw_piece (const struct guarded *g, size_t bytes);

/* Whether all of n bytes, one at least, are this one. */
bool guarded_all_equal (const uint8_t *piece, size_t n, uint8_t byte);

/* Whether both zones are as they were written.  When not, *where says which
 * byte was hit, the nearest to the payload ("right before its start", "8
 * bytes past its end"), to be freed.  False without *where: the device
 * failed. */
bool guarded_is_intact (const struct guarded *g, struct device *d,
                        char **where);

#endif
