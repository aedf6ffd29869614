/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Complaints about a suite, each with the place that is to blame: file and
 * line, or the -s argument.  A default is blamed once, not by every job.
 */
#ifndef BLAME_H
#define BLAME_H

#include <stdbool.h>

#include "suite/suite.h"

struct blame {
  const struct suite *suite;
  const struct section *defaults; /* NULL: none */
  bool *told;                     /* parallel to the entries of defaults */
  bool wrong;                     /* there was a complaint */
};

void blame_start (struct blame *blame, const struct suite *suite);
void blame_end (struct blame *blame);

/* Whether an entry is one of the defaults; if so, its index in them. */
bool blame_is_default (const struct blame *blame, const struct entry *entry,
                       size_t *index);

/* An entry of section, or of the defaults that section takes. */
void blame_entry (struct blame *blame, const struct section *section,
                  const struct entry *entry, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

void blame_section (struct blame *blame, const struct section *section,
                    const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));

#endif
