/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The anchors of a page's sections and pictures: the job and the number of its
 * block, "copy-2".  They are the same for each run of a suite.
 */
#ifndef PICTURES_H
#define PICTURES_H

#include "report/groups.h"

/* Begins zeroed. */
struct anchors {
  struct map slugs; /* the number of blocks of each slug */
  char **key;
};

/* Returns the anchor of the next block, in the order of the groups; the caller
 * frees it.  Anchors are unique, and none has a dot. */
char *anchors_next (struct anchors *anchors, const struct block *block);
void anchors_free (struct anchors *anchors);

#endif
