/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What of its process a plugin can change that the next case would meet: each
 * case is to leave it as it found it.
 */
#ifndef SURROUNDINGS_H
#define SURROUNDINGS_H

#include <stdbool.h>
#include <stdint.h>

enum { N_SURROUNDINGS = 13 };

struct surroundings {
  uint64_t mark[N_SURROUNDINGS]; /* by which a change is seen */
  bool noted, settled;           /* the latter: by surroundings_settle */
};

/* As it is before a variant prepares, with its plugin loaded. */
void surroundings_note (struct surroundings *s);
/* As it is once launches have run: what libraries may set up for their own use
 * when they are first called is noted again.  False: it had changed. */
bool surroundings_settle (struct surroundings *s);

/* What is no longer as it was noted, "the rounding mode, a timer", to be freed;
 * NULL: nothing.  It must be the thread that noted it. */
char *surroundings_changed (const struct surroundings *s);

#endif
