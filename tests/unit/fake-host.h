/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A host that does no more than a family's callbacks need of one.
 */
#ifndef FAKE_HOST_H
#define FAKE_HOST_H

#include <stddef.h>

#include <gkhost/plugin.h>

struct fake_host {
  gk_host host;   /* first: the callbacks find the rest from it */
  char said[512]; /* by error, the last time */
  _Atomic int live;       /* pieces of memory that were not freed */
};

void fake_host_init (struct fake_host *fake);

/* 64-byte aligned memory that a test owns; to be freed with free. */
void *fake_host_memory (size_t bytes);

#endif
