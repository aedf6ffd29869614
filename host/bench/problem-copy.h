/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A copy of a problem that a family set up, as it is passed to variants: plain
 * bytes, the buffers it needs, and its amount of work.
 */
#ifndef PROBLEM_COPY_H
#define PROBLEM_COPY_H

#include <gkhost/plugin.h>

struct problem_copy {
  gk_setup
      setup;   /* state is NULL outside of the judge; problem points to bytes */
  void *bytes; /* setup.problem_bytes bytes */
  char *name[GK_MAX_BUFFERS]; /* the strings of setup.buffers[].name */
};

/* Copies what a family set up, without its state. */
struct problem_copy problem_copy_make (const gk_setup *setup);
void problem_copy_free (struct problem_copy *problem);

/* Returns what is wrong with a family's setup; NULL: nothing that can be
 * checked. */
const char *problem_copy_fault (const gk_setup *setup);

#endif
