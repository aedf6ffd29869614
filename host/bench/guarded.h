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
#ifndef BENCH_GUARDED_H
#define BENCH_GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gkhost/plugin.h>

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

/* The workspaces that a variant allocates in prepare: device memory with guard
 * zones, freed when the case ends. */

struct workspaces {
  struct device *device;
  enum memory kind;
  struct guarded workspace[GK_MAX_WORKSPACES];
  size_t n;
};

/* Begins a case without workspaces. */
void workspaces_open (struct workspaces *w, struct device *device,
                      enum memory kind);
/* Allocates one; NULL with *why, to be freed, on failure.  A
 * services_workspace: workspaces points to the struct. */
void *workspaces_alloc (void *workspaces, size_t bytes, char **why);
/* Returns the bytes of all workspaces. */
uint64_t workspaces_bytes (const struct workspaces *w);
/* Frees all of them. */
void workspaces_close (struct workspaces *w);

/* Returns NULL if all guard zones are intact; else which was hit, to be freed.
 * *failed if the device failed. */
char *workspaces_find_damage (const struct workspaces *w, bool *failed);

/* Stores the address range of each, for evictions.  Returns how many. */
size_t workspaces_get_ranges (const struct workspaces *w, struct range *ranges);

#endif
