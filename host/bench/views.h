/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Views: memory that the judge and the timing worker share.  The judge writes
 * the inputs, a set for each kind of data, and the worker copies outputs there.
 */
#ifndef VIEWS_H
#define VIEWS_H

#include <stdint.h>

#include <gkhost/plugin.h>

enum { N_DATA = GK_DATA_WIDE + 1 };

struct views {
  void *input[N_DATA][GK_MAX_BUFFERS]; /* NULL for outputs, and for data that
                                          has no set */
  void *output[GK_MAX_BUFFERS];        /* NULL for inputs */
};

/* Returns the bytes of all buffers of a role, each on pages of its own;
 * UINT64_MAX if there are too many. */
uint64_t views_bytes (const gk_setup *setup, gk_role role);
/* Stores where each buffer begins in that memory. */
void views_set_addresses (const gk_setup *setup, gk_role role, void *memory,
                          void *view[GK_MAX_BUFFERS]);

#endif
