/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A problem as the judge has set it up and variants are handed it: plain bytes,
 * what buffers it wants, and how much work it is.
 */
#ifndef PROBLEM_COPY_H
#define PROBLEM_COPY_H

#include <gkhost/plugin.h>

struct problem_copy {
  gk_setup setup; /* state: the judge's alone, NULL elsewhere; problem: bytes
                     below */
  void *bytes;    /* setup.problem_bytes of them */
  char *name[GK_MAX_BUFFERS]; /* what setup.buffers[].name point to */
};

/* A copy of what a family set up, but for its state. */
struct problem_copy problem_copy_make (const gk_setup *setup);
void problem_copy_free (struct problem_copy *problem);

/* What a family set up wrongly; NULL: nothing that can be seen. */
const char *problem_copy_fault (const gk_setup *setup);

#endif
