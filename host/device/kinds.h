/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kinds of device that there are: a row each, with all that is known of one
 * without its code.  What opens it is in a folder of its own, which only a
 * worker links.
 */
#ifndef DEVICE_KINDS_H
#define DEVICE_KINDS_H

#include <stdint.h>

#include <gkhost/plugin.h>

#include "device/mode.h"

/* A set of enumerators for each member of a mode: GK_BIT()s. */
struct mode_sets {
#define MODE_SET(member) uint32_t member;
  MODE_MEMBERS (MODE_SET)
#undef MODE_SET
};

struct device_kind {
  const char *name;       /* in suites and records: "cuda" */
  const char *label;      /* in sentences: "CUDA" */
  const char *first;      /* the first device of the kind: "cuda:0", "cuda:1"
                             and so on; the name itself where there is but one */
  const char *capability; /* what gk_device's capability is called in a
                             sentence; NULL: this kind has none */
  struct mode_sets lacks; /* what can't be asked of it */
};

/* The first two fields are the ends of GK_CUDA, the enumerator of the ABI, and
 * of cuda_backend, which is what the kind's folder brings (see device.h); the
 * second is its name, too.  In the order of the enumerators. */
#define DEVICE_KINDS(KIND)                                                     \
  KIND (CPU, cpu, .label = "CPU", .first = "cpu",                              \
        .lacks = { .launch = GK_BIT (LAUNCH_GRAPH),                            \
                   .memory = GK_BIT (MEMORY_MANAGED) | GK_BIT (MEMORY_MAPPED), \
                   .scope = GK_BIT (SCOPE_TRANSFER) })                         \
  KIND (CUDA, cuda, .label = "CUDA", .first = "cuda:0",                        \
        .capability = "compute capability")

#define DEVICE_KIND_ONE(...) +1
enum { N_DEVICE_KINDS = 0 DEVICE_KINDS (DEVICE_KIND_ONE) };
#undef DEVICE_KIND_ONE

/* Never NULL: what is none of the kinds is named "?". */
const struct device_kind *device_kind_at (gk_device_kind kind);

/* The kind that a name begins with, "cuda", "cuda:1" or "cuda:*"; -1 when there
 * is none.  name may be NULL. */
int device_kind_find (const char *name);

/* The kind of a device by the device's name, "cuda:1", and *ordinal, its
 * number; -1 when it is no such name.  ordinal may be NULL. */
int device_kind_of (const char *device, int *ordinal);

/* What a device of the kind does when it is asked for a mode: the mode, with
 * the first that the kind has in place of what it lacks. */
struct mode device_kind_mode (gk_device_kind kind, struct mode mode);

#endif
