/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The part of a run that fits on a page: a browser can't show a page of 100 MB.
 *
 * An excerpt has whole blocks: first those with a case that did not pass, then
 * the others, both in the order of the suite, until the next one has more rows
 * than are left.  If the first block has too many, the excerpt has that block
 * alone, with its baselines, rows that did not pass, and the fastest.
 */
#ifndef EXCERPT_H
#define EXCERPT_H

#include "report/groups.h"

enum { EXCERPT_ROWS_MOST = 5000 };

struct excerpt {
  struct groups groups; /* of all cases, but for its blocks */
  size_t *number;       /* of each block, among all blocks */
  size_t n_rows, n_all_blocks, n_all_rows;
  const struct case_record **cut; /* rows of a block with too many, or NULL */
};

/* 1 <= rows <= EXCERPT_ROWS_MOST.  The groups must outlive the excerpt. */
void excerpt_make (struct excerpt *excerpt, const struct groups *groups,
                   size_t rows);
void excerpt_free (struct excerpt *excerpt);

/* Says what is left out, as in "12 of 100 blocks are shown: ..."; the caller
 * frees it; NULL: nothing is. */
char *describe_excerpt (const struct excerpt *excerpt);

#endif
