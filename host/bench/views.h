/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Views: the memory that judge and timing worker both look at.  Inputs, a set
 * for each kind of data, are the judge's to write; outputs are shown in it.
 */
#ifndef VIEWS_H
#define VIEWS_H

#include <stdint.h>

#include <gkhost/plugin.h>

enum { N_DATA = GK_DATA_WIDE + 1 };

struct views {
  void *input[N_DATA][GK_MAX_BUFFERS]; /* NULL: outputs, and sets that there
                                          are none of */
  void *output[GK_MAX_BUFFERS];        /* NULL: inputs */
};

/* Bytes of all buffers of a role, one after the other, each on a page of its
 * own; UINT64_MAX where they are too many. */
uint64_t views_bytes (const gk_setup *setup, gk_role role);
/* Sets where each begins in memory of so many bytes. */
void views_set_addresses (const gk_setup *setup, gk_role role, void *memory,
                          void *view[GK_MAX_BUFFERS]);

#endif
