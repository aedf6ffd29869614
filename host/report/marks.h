/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The marks and words that tables have, and the lines below them that say what
 * those mean: of each that occurred, one.
 */
#ifndef MARKS_H
#define MARKS_H

#include <stdbool.h>
#include <stddef.h>

#include "record/caveat.h"

/* Which occurred. */
struct marks {
  bool peer, fastest, within_run, one_sample, coarse, cached;
  bool caveat[N_CAVEATS];
};

/* "a  what it means" for number i of those that occurred, to be freed; NULL
 * behind the last. */
char *marks_line (const struct marks *marks, size_t i);

#endif
