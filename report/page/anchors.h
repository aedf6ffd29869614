/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a page's sections and pictures are called in links: by the job and the
 * number of its block, "copy-2", which the same suite has again.
 */
#ifndef ANCHORS_H
#define ANCHORS_H

#include "report/groups.h"

/* Zeroed: none was given. */
struct anchors {
  struct map slugs; /* how many blocks each has; keys are their own */
  char **key;
};

/* The next block's, in the order of the groups; to be freed.  No two have the
 * same, and none has a dot. */
char *anchors_next (struct anchors *anchors, const struct block *block);
void anchors_free (struct anchors *anchors);

#endif
