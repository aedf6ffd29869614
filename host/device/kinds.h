/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kinds of devices: a table of what is known of each kind without its code.
 * The code is in a folder for each kind, which only a worker links.
 */
#ifndef DEVICE_KINDS_H
#define DEVICE_KINDS_H

#include <gkhost/plugin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/mode.h"

enum { N_DEVICE_KINDS = GK_CUDA + 1 };

/* Values of a key that a kind does not support. */
struct mode_lack {
  size_t member;   /* its offset in struct mode */
  uint32_t values; /* GK_BIT()s of its enumerators */
};

/* A program of a kind's toolkit that runs and inspects another program. */
struct device_tool {
  const char *program;
  const char *home; /* environment variable of the toolkit's folder, which has
                       it in bin */
  const char *const *folders; /* further folders, as patterns in the order of
                                 preference, ended by NULL */
  const char *package;        /* what to install if it is missing */
};

/* A tool that finds invalid memory accesses on a kind's devices. */
struct sanitizer {
  struct device_tool tool;  /* run with --tool NAME and a command line */
  const char *const *tools; /* ended by NULL */
};

/* A tool that counts what a kernel does.  libexec/profile.sh has the metrics.
 */
struct profiler {
  struct device_tool tool;
  const char *refusal; /* printed if the user may not read counters */
  const char *remedy;  /* how to allow it */
};

struct device_kind {
  const char *name;  /* in suites and records: "cuda" */
  const char *label; /* in sentences: "CUDA" */
  const char *first; /* the first device, "cuda:0", which "cuda:1" follows; the
                        name itself if there is only one */
  const char *capability; /* the name of gk_device's capability; NULL: none */
  const struct sanitizer *sanitizer; /* NULL: none */
  const struct profiler *profiler;   /* NULL: none */
  const char
      *visible;     /* environment variable that selects devices; NULL: none */
  const char *part; /* prefix of a partition of a device in that variable */
  bool opens_at_once; /* opening costs nothing after a probe */
  /* What it does not support; an entry without values ends the list. */
  struct mode_lack lacks[8];
};

/* The kinds by name, in the order of the enumerators: records have a field for
 * each. */
#define DEVICE_KINDS(DO) DO (CPU, cpu) DO (CUDA, cuda)

/* Never NULL: an unknown kind is named "?". */
const struct device_kind *device_kind_at (gk_device_kind kind);

/* Returns the kind with which a name begins, "cuda", "cuda:1" or "cuda:*"; -1
 * if there is none, or name is NULL. */
int device_kind_find (const char *name);

/* Returns the kind of a device by its name, "cuda:1", and its number in
 * *ordinal, unless that is NULL; -1 if it is not a device's name. */
int device_kind_of (const char *device, int *ordinal);

/* Returns the name of a device by its number, to be freed. */
char *device_kind_name (gk_device_kind kind, size_t ordinal);

/* Returns the mode that a device of the kind uses for a requested mode: each
 * value that it lacks becomes the first that it has. */
struct mode device_kind_mode (gk_device_kind kind, struct mode mode);
/* Returns the mode for a device by its name; an unknown kind lacks nothing. */
struct mode device_mode (const char *device, struct mode mode);

/* Device selectors: the values of the key `device` and of -d, parsed. */

enum selector_type {
  SELECT_AUTO, /* each variant on the first device of its kind, if any */
  SELECT_ONE,  /* one device: "cuda:1", or with "cuda" the first */
  SELECT_EACH  /* all of a kind: "cuda:*" */
};

struct selector {
  enum selector_type type;
  gk_device_kind kind; /* not with auto */
  char text[16];       /* as written */
  char device[16];     /* with SELECT_ONE, its name */
};

struct selectors {
  struct selector *item;
  size_t n;
};

/* False if word is no selector. */
bool selector_parse (struct selector *selector, const char *word);

/* Returns all forms, "auto, cpu, cuda, cuda:N or cuda:*"; to be freed. */
char *selector_forms (void);

void selectors_append (struct selectors *list, const struct selector *selector);
void selectors_free (struct selectors *list);

/* True if the selector is for devices of a kind; auto always is. */
bool selector_is_for (const struct selector *selector, gk_device_kind kind);

#endif
