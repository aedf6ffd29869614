/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The enumerators, callbacks and flags of the ABI: the names that suites,
 * records and messages use for them, and those that this host knows.
 */
#ifndef PLUGIN_ABI_NAMES_H
#define PLUGIN_ABI_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include <gkhost/plugin.h>

#include "base/names.h"

/* The names that suites, records and messages use for the enumerators of the
 * ABI. */

extern const struct names dtype_names;    /* "i8" ... "f8_e5m2" */
extern const struct names layout_names;   /* "row" ... "tt" */
extern const struct names data_names;     /* "random" ... "permutation" */
extern const struct names op_class_names; /* "none", "i32" ... "tensor_f8" */

enum { N_OP_CLASSES = GK_OPS_TENSOR_F8 + 1 };

/* Which of a plugin's callbacks is running, in a byte of shared memory: its
 * parent can read it when the process is gone. */

enum callback {
  CALLBACK_NONE,
  CALLBACK_LOAD,   /* constructors and the entry, too */
  CALLBACK_TABLES, /* the host reads what the entry returned */
  CALLBACK_SETUP,
  CALLBACK_FILL,
  CALLBACK_VARY,
  CALLBACK_VERIFY,
  CALLBACK_TEARDOWN,
  CALLBACK_WORK,
  CALLBACK_PREPARE,
  CALLBACK_LAUNCH,
  CALLBACK_RELEASE,
  CALLBACK_LIBRARY,
  CALLBACK_PATHS,   /* the host reads the counters, too */
  CALLBACK_BUFFERS, /* none: the host accesses the variant's buffers */
  CALLBACK_CLOSED   /* none: the worker can't answer */
};

/* Stores it in this byte from now on, which must stay valid. */
void callback_store_in (volatile uint8_t *byte);

/* Called around each callback, by the thread that calls it; no callback runs
 * inside another. */
void callback_begin (enum callback callback);
void callback_end (void);
/* Returns the one that is running, as far as the plugin left the byte alone. */
enum callback callback_running (void);

/* Returns a text to put after how a process ended, " in launch".  Any byte is
 * valid: a plugin may have written it. */
const char *callback_text (uint8_t byte);

/* A bit of a flags word that plugin.h does not name has no meaning in the lower
 * half, and is a mistake; one of the upper half means something to a later
 * host, and what has it is skipped here.  known: the bits that have a name. */
bool flags_are_wrong (uint32_t flags, uint32_t known);
bool flags_are_later (uint32_t flags, uint32_t known);

enum {
  OPTION_FLAGS = GK_OPTION_SIZE | GK_OPTION_PADDING | GK_OPTION_LATER,
  VARIANT_FLAGS
  = GK_PEER | GK_MIXED_LAYOUTS | GK_MIXED_DTYPES | GK_UNIFORM_ONLY | GK_DENSE
};

#endif
