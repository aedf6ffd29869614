/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kinds of device that there are: a row each, with all that is known of one
 * without its code.  What opens it is in a folder of its own, which only a
 * worker links.
 */
#ifndef DEVICE_KINDS_H
#define DEVICE_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "device/mode.h"

enum { N_DEVICE_KINDS = GK_CUDA + 1 };

/* Values of one key that a kind has not. */
struct mode_lack {
  size_t member;   /* its offset in struct mode */
  uint32_t values; /* GK_BIT()s of its enumerators */
};

/* A program of a kind's toolkit that runs another one and looks on. */
struct device_tool {
  const char *program;
  const char *home; /* the variable that names a toolkit, which has it in bin */
  const char *const *folders; /* where it is besides: patterns, the likeliest
                                 first, ended by NULL */
  const char *package;        /* what to install where it is not there */
};

/* What finds accesses that are wrong on devices of a kind. */
struct sanitizer {
  struct device_tool tool;  /* takes --tool NAME and a command line */
  const char *const *tools; /* ended by NULL */
};

/* What counts what a kernel does.  The metrics that it is asked for are in
 * command/counters.c. */
struct profiler {
  struct device_tool tool;
  const char *refusal; /* what it says where the user may not read counters */
  const char *remedy;  /* what to do then */
};

struct device_kind {
  const char *name;       /* in suites and records: "cuda" */
  const char *label;      /* in sentences: "CUDA" */
  const char *first;      /* the kind's first device: "cuda:0", which "cuda:1"
                             follows; the name itself where there is one */
  const char *capability; /* what gk_device's capability is called in a
                             sentence; NULL: this kind has none */
  const struct sanitizer *sanitizer; /* NULL: none is known */
  const struct profiler *profiler;   /* likewise */
  const char *visible; /* the variable that names those that a program sees;
                          NULL: none does */
  const char *part;   /* how it begins there where that is a part of a device */
  bool opens_at_once; /* as soon as it was probed, at no cost */
  /* What can't be asked of it; the first without values ends the list. */
  struct mode_lack lacks[8];
};

/* The kinds by name, in the order of the enumerators: a row each for records,
 * which have a field of each. */
#define DEVICE_KINDS(DO) DO (CPU, cpu) DO (CUDA, cuda)

/* Never NULL: what is none of the kinds is named "?". */
const struct device_kind *device_kind_at (gk_device_kind kind);

/* The kind that a name begins with, "cuda", "cuda:1" or "cuda:*"; -1 when there
 * is none.  name may be NULL. */
int device_kind_find (const char *name);

/* The kind of a device by the device's name, "cuda:1", and *ordinal, its
 * number; -1 when it is no such name.  ordinal may be NULL. */
int device_kind_of (const char *device, int *ordinal);

/* The name of a kind's device by its number, to be freed. */
char *device_kind_name (gk_device_kind kind, size_t ordinal);

/* What a device of the kind does when it is asked for a mode: the mode, with
 * the first that the kind has in place of what it lacks. */
struct mode device_kind_mode (gk_device_kind kind, struct mode mode);
/* The same by the device's name; one of no kind lacks nothing. */
struct mode device_mode (const char *device, struct mode mode);

#endif
